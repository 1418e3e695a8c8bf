//! What one comparison costs: time per name over 100,000 names, beside a plain ratio and beside merely folding.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use passerelle::matching::{DuplicateMatcher, Hint, Kind, Ranking, Text};
use unicode_normalization::UnicodeNormalization;

/// As many names as a large host has projects.
const NAMES: usize = 100_000;

/// Hints as people give them: a name, a spoken version, a misspelt one, one that nothing fits.
const HINTS: [(&str, &str); 4] = [
    ("name", "portail agents front"),
    ("spoken", "le projet api entreprise version deux"),
    ("misspelt", "teraform modles socle"),
    ("absent", "gestion du parc automobile"),
];

const SUBJECTS: [&str; 16] = [
    "portail",
    "api",
    "service",
    "référentiel",
    "module",
    "gestion",
    "terraform",
    "schéma",
    "docker",
    "statistiques",
    "kubernetes",
    "plugin",
    "données",
    "socle",
    "annuaire",
    "observatoire",
];
const OBJECTS: [&str; 16] = [
    "agents",
    "entreprises",
    "transport-scolaire",
    "notifications",
    "authentification",
    "habitat",
    "adresses",
    "paiement",
    "dossiers",
    "cartographie",
    "subventions",
    "médiathèque",
    "formation",
    "urbanisme",
    "élections",
    "recrutement",
];
const KINDS: [&str; 14] = [
    "front", "back", "api", "mobile", "web", "batch", "docs", "infra", "v2", "client", "tools", "android",
    "ios", "theme",
];

/// Names and paths of real length, by turns: "Portail agents front 12", "dsi/portail-agents/portail-agents-front".
fn names() -> Vec<String> {
    let parts = SUBJECTS.iter().flat_map(|subject| OBJECTS.iter().map(move |object| (subject, object)));
    let all =
        parts.cycle().zip(KINDS.iter().cycle()).enumerate().map(|(number, ((subject, object), kind))| {
            if number % 2 == 0 {
                format!("{subject} {object} {kind} {}", number % 97)
            } else {
                format!("{object}/{subject}-{object}/{subject}-{object}-{kind}")
            }
        });
    all.take(NAMES).collect()
}

fn compare(criterion: &mut Criterion) {
    let names = names();
    let texts: Vec<Text> = names.iter().map(|name| text(name)).collect();
    let mut group = criterion.benchmark_group("name");
    group.throughput(Throughput::Elements(NAMES as u64));
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    group.bench_function("floor: NFKD and lower case", |bencher| {
        bencher.iter(|| {
            names.iter().map(|name| name.nfkd().flat_map(char::to_lowercase).count()).sum::<usize>()
        });
    });
    group.bench_function("plain ratio (normalized_levenshtein)", |bencher| {
        let hint = HINTS[0].1;
        bencher.iter(|| names.iter().map(|name| strsim::normalized_levenshtein(hint, name)).sum::<f64>());
    });
    group.bench_function("prepare", |bencher| {
        bencher.iter(|| names.iter().for_each(|name| drop(black_box(text(name)))));
    });
    for (kind, hint) in HINTS {
        group.bench_function(format!("rank: {kind}"), |bencher| {
            let hint = Hint::new(hint);
            bencher
                .iter(|| black_box(Ranking::of(&hint, Kind::Project, texts.iter().map(|text| ((), text)))));
        });
    }
    group.bench_function("duplicates", |bencher| {
        let matcher = DuplicateMatcher::new("Ajouter un export CSV des dossiers de subvention");
        bencher.iter(|| {
            for text in &texts {
                black_box(matcher.score(text));
            }
        });
    });
    group.finish();
}

fn text(name: &str) -> Text {
    match name.rsplit_once('/') {
        Some((_, last)) => Text::named(&last.replace('-', " "), name),
        None => Text::title(name),
    }
}

/// What ranking 10,000 titles of a usual length takes in all.
fn titles(criterion: &mut Criterion) {
    let titles: Vec<Text> = names()
        .chunks(2)
        .filter_map(|pair| pair.first().zip(pair.get(1)))
        .map(|(name, path)| {
            Text::title(&format!("Le {name} ne répond plus depuis {}", path.replace(['/', '-'], " ")))
        })
        .take(10_000)
        .collect();
    let mut group = criterion.benchmark_group("10,000 titles");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for (kind, hint) in HINTS {
        group.bench_function(kind, |bencher| {
            let hint = Hint::new(hint);
            bencher.iter(|| black_box(Ranking::of(&hint, Kind::Issue, titles.iter().map(|text| ((), text)))));
        });
    }
    group.finish();
}

/// What a pool of a hundred costs as texts grow, a comparison: a hint and titles of as many characters, of other words, and the worst
/// that can be written: one sign that folds to eighteen letters.
fn grow(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("length");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(2))
        .throughput(Throughput::Elements(POOL as u64));
    for length in [16, 64, 256, 1_000] {
        let filled = |words: &[&str]| words.join(" ").chars().cycle().take(length).collect::<String>();
        let (hint, titles) = (Hint::new(&filled(&SUBJECTS)), vec![Text::title(&filled(&OBJECTS)); POOL]);
        group.bench_function(format!("{length} characters"), |bencher| {
            bencher.iter(|| black_box(Ranking::of(&hint, Kind::Issue, titles.iter().map(|text| ((), text)))));
        });
    }
    for (kind, unit) in
        [("signs that fold to many letters", "ﷺ "), ("words of one letter", "b "), ("one word", "abcdefghij")]
    {
        let filled = |length: usize| unit.chars().cycle().take(length).collect::<String>();
        let (hint, titles) = (Hint::new(&filled(1_000)), vec![Text::title(&filled(255)); POOL]);
        group.bench_function(kind, |bencher| {
            bencher.iter(|| black_box(Ranking::of(&hint, Kind::Issue, titles.iter().map(|text| ((), text)))));
        });
    }
    group.finish();
}

/// A page of issues.
const POOL: usize = 100;

criterion_group!(benches, compare, titles, grow);
criterion_main!(benches);

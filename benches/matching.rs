//! What one comparison costs: time per name over 100,000 names, beside a plain ratio and beside merely folding.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use passerelle::matching::{DuplicateMatcher, Matcher};
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
    let mut group = criterion.benchmark_group("name");
    group.throughput(Throughput::Elements(NAMES as u64));
    group.sample_size(10).measurement_time(Duration::from_secs(4));
    group.bench_function("floor: walk the bytes", |bencher| {
        bencher.iter(|| names.iter().map(|name| name.bytes().map(u64::from).sum::<u64>()).sum::<u64>());
    });
    group.bench_function("floor: NFKD and lower case", |bencher| {
        bencher.iter(|| {
            names.iter().map(|name| name.nfkd().flat_map(char::to_lowercase).count()).sum::<usize>()
        });
    });
    group.bench_function("plain ratio (normalized_levenshtein)", |bencher| {
        let hint = HINTS[0].1;
        bencher.iter(|| names.iter().map(|name| strsim::normalized_levenshtein(hint, name)).sum::<f64>());
    });
    for (kind, hint) in HINTS {
        group.bench_function(format!("matcher: {kind}"), |bencher| {
            let mut matcher = Matcher::new(hint);
            bencher.iter(|| {
                for name in &names {
                    black_box(matcher.compare(name));
                }
            });
        });
    }
    group.bench_function("duplicates", |bencher| {
        let matcher = DuplicateMatcher::new("Ajouter un export CSV des dossiers de subvention");
        bencher.iter(|| {
            for name in &names {
                black_box(matcher.score(name));
            }
        });
    });
    group.finish();
}

/// What comparing costs as texts grow: a hint and a title of as many characters, of other words, up to what a hint may have.
fn grow(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("length");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for length in [16, 64, 256, 1_000] {
        let text = |words: &[&str]| words.join(" ").chars().cycle().take(length).collect::<String>();
        let (hint, title) = (text(&SUBJECTS), text(&OBJECTS));
        group.throughput(Throughput::Elements(length as u64));
        group.bench_function(format!("{length} characters"), |bencher| {
            let mut matcher = Matcher::new(&hint);
            bencher.iter(|| black_box(matcher.compare(&title)));
        });
    }
    group.finish();
}

criterion_group!(benches, compare, grow);
criterion_main!(benches);

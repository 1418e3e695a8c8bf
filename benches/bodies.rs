//! What decoding the host's bodies and encoding the answers cost, on bodies of real size, beside `serde_json` decoding the same.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use passerelle::gitlab::{
    Group, Issue, Project,
    decode::{Arriving, List},
};
use serde::{Serialize, de::DeserializeOwned};

/// A page of 100 issues, of 50 projects, of 100 groups, as a GitLab answers them (`benches/load/host.py`).
const ISSUES: &[u8] = include_bytes!("bodies/issues.json");
const PROJECTS: &[u8] = include_bytes!("bodies/projects.json");
const GROUPS: &[u8] = include_bytes!("bodies/groups.json");
/// What hyper hands over at a time when much has come.
const CHUNK: usize = 64 << 10;

fn arriving<T: DeserializeOwned>(body: &[u8]) -> Vec<T> {
    let mut list = List::default();
    body.chunks(CHUNK).for_each(|chunk| list.push(chunk));
    list.finish().unwrap_or_default()
}

fn decode<T: DeserializeOwned>(criterion: &mut Criterion, name: &str, body: &[u8]) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(body.len() as u64)).measurement_time(Duration::from_secs(3));
    group.bench_function("decode", |bencher| bencher.iter(|| black_box(arriving::<T>(body)).len()));
    group.bench_function("serde_json", |bencher| {
        bencher.iter(|| black_box(serde_json::from_slice::<Vec<T>>(body)).is_ok());
    });
    group.finish();
}

#[derive(Serialize)]
struct Item<'a> {
    id: i64,
    iid: i64,
    title: &'a str,
    state: &'a str,
    web_url: &'a str,
}

fn encode(criterion: &mut Criterion) {
    let issues = arriving::<Issue>(ISSUES);
    let items = issues.iter().map(|Issue { id, iid, title, state, web_url, .. }| Item {
        id: *id,
        iid: iid.0,
        title,
        state,
        web_url,
    });
    let items: Vec<_> = items.collect();
    criterion.bench_function("answer of 100 issues/encode", |bencher| {
        bencher.iter(|| black_box(serde_json::to_vec(&items)).is_ok());
    });
}

fn bodies(criterion: &mut Criterion) {
    decode::<Issue>(criterion, "page of 100 issues", ISSUES);
    decode::<Project>(criterion, "page of 50 projects", PROJECTS);
    decode::<Group>(criterion, "page of 100 groups", GROUPS);
    encode(criterion);
}

criterion_group!(benches, bodies);
criterion_main!(benches);

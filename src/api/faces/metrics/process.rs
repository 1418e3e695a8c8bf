//! The memory, CPU time and file descriptors of the process, under the names that Prometheus' own client libraries use.

use std::{
    fmt::{self, Write},
    fs, io,
    time::Duration,
};

use procfs_core::{
    FromRead, ProcResult,
    process::{LimitValue, Limits, Stat, Status},
};

/// The unit of times in `/proc`, on every architecture that Rust's standard library runs on.
const TICKS_PER_SECOND: u64 = 100;

/// `OpenMetrics` text without its end mark; empty if the system gives no figures.
pub(super) fn text() -> Result<String, fmt::Error> {
    let Ok(samples) = samples()
        .inspect_err(|error| tracing::debug!(%error, "the figures of the process could not be read"))
    else {
        return Ok(String::new());
    };
    let mut text = String::new();
    for (name, kind, help, value) in samples {
        let ending = if kind == "counter" { "_total" } else { "" };
        writeln!(text, "# HELP {name} {help}.\n# TYPE {name} {kind}\n{name}{ending} {value}")?;
    }
    Ok(text)
}

/// What the system says of this process: name, kind, help and value.
fn samples() -> ProcResult<Vec<(&'static str, &'static str, &'static str, String)>> {
    let (stat, status) = (Stat::from_file("/proc/self/stat")?, Status::from_file("/proc/self/status")?);
    let bytes = |kib: Option<u64>| (kib.unwrap_or_default() * 1_024).to_string();
    let time = |ticks: u64| Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND);
    let cpu = time(stat.utime + stat.stime).as_secs_f64().to_string();
    let begun = (boot_time()? + time(stat.starttime)).as_secs_f64().to_string();
    let open = fs::read_dir("/proc/self/fd")?.count().to_string();
    let mut samples = vec![
        ("process_cpu_seconds", "counter", "CPU time in seconds", cpu),
        ("process_resident_memory_bytes", "gauge", "Resident memory", bytes(status.vmrss)),
        ("process_virtual_memory_bytes", "gauge", "Virtual memory", bytes(status.vmsize)),
        ("process_start_time_seconds", "gauge", "Start, since 1970", begun),
        ("process_threads", "gauge", "Threads of the system", status.threads.to_string()),
        ("process_open_fds", "gauge", "Open file descriptors", open),
    ];
    if let LimitValue::Value(most) = Limits::from_file("/proc/self/limits")?.max_open_files.soft_limit {
        let help = "Most file descriptors that the process may open";
        samples.push(("process_max_fds", "gauge", help, most.to_string()));
    }
    Ok(samples)
}

/// When the system was started, since 1970.
fn boot_time() -> io::Result<Duration> {
    let stat = fs::read_to_string("/proc/stat")?;
    let seconds = stat.lines().find_map(|line| line.strip_prefix("btime ")?.trim().parse().ok());
    seconds.map(Duration::from_secs).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

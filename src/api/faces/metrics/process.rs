//! The memory, CPU time and file descriptors of the process, under the names that Prometheus' own client libraries use.

use std::fmt;
#[cfg(target_os = "linux")]
use std::{fmt::Write, fs, io, time::Duration};

#[cfg(target_os = "linux")]
use procfs_core::{
    FromRead, ProcResult,
    process::{LimitValue, Limits, Stat, Status},
};

/// The unit of times in `/proc`, on every architecture that Rust's standard library runs on.
#[cfg(target_os = "linux")]
const TICKS_PER_SECOND: u64 = 100;

/// `OpenMetrics` text without its end mark; empty if the system gives no figures.
#[cfg(target_os = "linux")]
pub(super) fn text() -> Result<String, fmt::Error> {
    let Ok(usage) = Usage::read()
        .inspect_err(|error| tracing::debug!(%error, "the figures of the process could not be read"))
    else {
        return Ok(String::new());
    };
    let mut text = String::new();
    for (name, kind, help, value) in usage.samples() {
        let (ending, value) = (if kind == "counter" { "_total" } else { "" }, value);
        writeln!(text, "# HELP {name} {help}.\n# TYPE {name} {kind}\n{name}{ending} {value}")?;
    }
    Ok(text)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn text() -> Result<String, fmt::Error> {
    Ok(String::new())
}

/// What the system says of this process.
#[cfg(target_os = "linux")]
struct Usage {
    cpu_seconds: f64,
    resident_bytes: u64,
    virtual_bytes: u64,
    start_seconds: f64,
    threads: u64,
    open_descriptors: usize,
    most_descriptors: Option<u64>,
}

#[cfg(target_os = "linux")]
impl Usage {
    fn read() -> ProcResult<Self> {
        let stat = Stat::from_file("/proc/self/stat")?;
        let status = Status::from_file("/proc/self/status")?;
        let bytes = |kib: Option<u64>| kib.unwrap_or_default() * 1_024;
        let seconds = |ticks: u64| Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND);
        Ok(Self {
            cpu_seconds: seconds(stat.utime + stat.stime).as_secs_f64(),
            resident_bytes: bytes(status.vmrss),
            virtual_bytes: bytes(status.vmsize),
            start_seconds: (boot_time()? + seconds(stat.starttime)).as_secs_f64(),
            threads: status.threads,
            open_descriptors: fs::read_dir("/proc/self/fd")?.count(),
            most_descriptors: match Limits::from_file("/proc/self/limits")?.max_open_files.soft_limit {
                LimitValue::Value(most) => Some(most),
                LimitValue::Unlimited => None,
            },
        })
    }

    /// Name, kind, help and value of each metric.
    fn samples(&self) -> Vec<(&'static str, &'static str, &'static str, String)> {
        let most = self.most_descriptors.map(|most| {
            ("process_max_fds", "gauge", "Most file descriptors that the process may open", most.to_string())
        });
        let mut samples = vec![
            ("process_cpu_seconds", "counter", "CPU time in seconds", self.cpu_seconds.to_string()),
            ("process_resident_memory_bytes", "gauge", "Resident memory", self.resident_bytes.to_string()),
            ("process_virtual_memory_bytes", "gauge", "Virtual memory", self.virtual_bytes.to_string()),
            ("process_start_time_seconds", "gauge", "Start, since 1970", self.start_seconds.to_string()),
            ("process_threads", "gauge", "Threads of the system", self.threads.to_string()),
            ("process_open_fds", "gauge", "Open file descriptors", self.open_descriptors.to_string()),
        ];
        samples.extend(most);
        samples
    }
}

/// When the system was started, since 1970.
#[cfg(target_os = "linux")]
fn boot_time() -> io::Result<Duration> {
    let stat = fs::read_to_string("/proc/stat")?;
    let seconds = stat.lines().find_map(|line| line.strip_prefix("btime ")?.trim().parse().ok());
    seconds.map(Duration::from_secs).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

//! The memory, CPU time and file descriptors of the process, under the names that Prometheus' own client libraries use.

use std::fmt;
#[cfg(target_os = "linux")]
use std::fmt::Write;

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
    threads: i64,
    open_descriptors: usize,
    most_descriptors: Option<u64>,
}

#[cfg(target_os = "linux")]
impl Usage {
    fn read() -> procfs::ProcResult<Self> {
        let process = procfs::process::Process::myself()?;
        let stat = process.stat()?;
        let seconds =
            |ticks: u64| std::time::Duration::from_millis(ticks * 1_000 / procfs::ticks_per_second());
        let most = process.limits()?.max_open_files.soft_limit;
        Ok(Self {
            cpu_seconds: seconds(stat.utime + stat.stime).as_secs_f64(),
            resident_bytes: stat.rss * procfs::page_size(),
            virtual_bytes: stat.vsize,
            start_seconds: (std::time::Duration::from_secs(procfs::boot_time_secs()?)
                + seconds(stat.starttime))
            .as_secs_f64(),
            threads: stat.num_threads,
            open_descriptors: process.fd_count()?,
            most_descriptors: match most {
                procfs::process::LimitValue::Value(most) => Some(most),
                procfs::process::LimitValue::Unlimited => None,
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

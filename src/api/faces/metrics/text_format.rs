//! Prometheus' own text format, made of `OpenMetrics` text: the two differ in what they say of counters and units.

use std::fmt::{self, Write};

/// The same samples in the text format 0.0.4.
pub(super) fn of_open_metrics(text: &str) -> Result<String, fmt::Error> {
    let (mut help, mut out) = (None, String::with_capacity(text.len()));
    for line in text.lines().filter(|line| *line != "# EOF" && !line.starts_with("# UNIT ")) {
        // `# HELP NAME …` stands before `# TYPE NAME …`; a counter's samples are called `NAME_total`.
        if let Some(rest) = line.strip_prefix("# HELP ") {
            help = rest.split_once(' ');
            continue;
        }
        let kind = line.strip_prefix("# TYPE ").and_then(|rest| rest.split_once(' '));
        let ending = match kind {
            Some((_, "counter")) => "_total",
            Some((_, "info")) => "_info",
            _ => "",
        };
        if let Some((name, help)) = help.take() {
            writeln!(out, "# HELP {name}{ending} {help}")?;
        }
        match kind {
            Some((name, "info")) => writeln!(out, "# TYPE {name}_info gauge")?,
            Some((name, kind)) => writeln!(out, "# TYPE {name}{ending} {kind}")?,
            None => writeln!(out, "{line}")?,
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::of_open_metrics;

    #[test]
    fn counters_and_infos_are_called_what_their_samples_are_called() {
        let open = "\
# HELP a_calls Calls.
# TYPE a_calls counter
a_calls_total{x=\"1\"} 2
# HELP a_build This program.
# TYPE a_build info
a_build_info{version=\"1\"} 1
# HELP a_seconds Time.
# TYPE a_seconds histogram
# UNIT a_seconds seconds
a_seconds_sum 1.5
# EOF
";
        let text = "\
# HELP a_calls_total Calls.
# TYPE a_calls_total counter
a_calls_total{x=\"1\"} 2
# HELP a_build_info This program.
# TYPE a_build_info gauge
a_build_info{version=\"1\"} 1
# HELP a_seconds Time.
# TYPE a_seconds histogram
a_seconds_sum 1.5
";
        assert_eq!(of_open_metrics(open).unwrap(), text);
    }
}

//! Reads files that may hang, such as those of a network mount that is gone: nobody waits for one for long.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::mpsc::sync_channel,
    thread::{self, JoinHandle},
    time::Duration,
};

use parking_lot::Mutex;

/// How long a file may take: one on a network mount that is gone never answers.
const LONGEST_READ: Duration = Duration::from_secs(5);
/// Most bytes of a file; a token or a certificate authority has far fewer.
const LARGEST: u64 = 1 << 20;

/// Threads that may wait for one file: what hangs may be replaced, and nothing tells that but a read.
const MOST_HANGING: usize = 3;

/// The reads that did not end in time.
static HANGING: Mutex<Vec<(PathBuf, JoinHandle<()>)>> = Mutex::new(Vec::new());

/// The text of a file, if it answers in time; a byte order mark before it is no part of it.
pub(super) fn read_text(path: &Path) -> io::Result<String> {
    let not_utf8 = |_| io::Error::new(io::ErrorKind::InvalidData, "no UTF-8; save it as UTF-8");
    let mut text = String::from_utf8(read_file(path)?).map_err(not_utf8)?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// What a file holds, if it answers in time: nobody waits for one that hangs.
///
/// # Errors
/// What the system says, or that it takes too long or is too large.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_within(LONGEST_READ, path)
}

fn read_within(limit: Duration, path: &Path) -> io::Result<Vec<u8>> {
    let mut hanging = HANGING.lock();
    hanging.retain(|(_, reader)| !reader.is_finished());
    if hanging.iter().filter(|(file, _)| file == path).count() >= MOST_HANGING {
        return Err(hangs());
    }
    drop(hanging);
    let (answer, read) = sync_channel(1);
    let own = path.to_owned();
    let reader = thread::spawn(move || drop(answer.send(read_whole(&own))));
    read.recv_timeout(limit).unwrap_or_else(|_| {
        HANGING.lock().push((path.to_owned(), reader));
        Err(hangs())
    })
}

fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    let fits = u64::try_from(bytes.len()).is_ok_and(|length| length <= LARGEST);
    if fits { Ok(bytes) } else { Err(io::Error::new(io::ErrorKind::FileTooLarge, "larger than 1 MiB")) }
}

fn hangs() -> io::Error {
    let why = "it does not answer within 5 s, as on a network mount that is gone";
    io::Error::new(io::ErrorKind::TimedOut, why)
}

#[cfg(test)]
mod tests {
    use std::{fs, process::Command};

    use super::*;

    #[test]
    fn a_file_that_hangs_is_given_up_and_once_it_is_replaced_it_is_read_however_few_threads_may_wait() {
        let path = std::env::temp_dir().join(format!("passerelle-hanging-{}", std::process::id()));
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let soon = Duration::from_millis(1);
        let given_up = || read_within(soon, &path).unwrap_err().kind();
        assert_eq!(given_up(), io::ErrorKind::TimedOut);
        let hanging = path.with_extension("old");
        fs::rename(&path, &hanging).unwrap();
        fs::write(&path, "glpat-2").unwrap();
        assert_eq!(read_file(&path).unwrap(), b"glpat-2");
        fs::rename(&hanging, &path).unwrap();
        for _ in 0..2 * MOST_HANGING {
            assert_eq!(given_up(), io::ErrorKind::TimedOut);
        }
        let waiting = HANGING.lock().iter().filter(|(file, _)| *file == path).count();
        assert_eq!(waiting, MOST_HANGING);
        // This ends them.
        fs::write(&path, "glpat-1").unwrap();
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_without_end_takes_no_memory_without_end() {
        assert_eq!(read_file(Path::new("/dev/zero")).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}

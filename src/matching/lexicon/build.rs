//! The build script: the tables of words become static data of the program.
#![expect(dead_code, unreachable_pub, reason = "most of the shared modules is for the program")]

use std::{env, error::Error, fs, path::Path};

/// As in the program, so that the modules find each other.
#[path = ".."]
mod matching {
    pub mod normalise;

    pub mod lexicon {
        pub mod forms;
        pub mod lexeme;
        mod reader;
        pub mod table;

        use lexeme::WordHashes;

        /// The source of the tables.
        pub fn source() -> String {
            reader::Reader::read().source()
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/matching/lexicon");
    println!("cargo::rerun-if-changed=src/matching/normalise.rs");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("lexicon.rs"), matching::lexicon::source())?;
    Ok(())
}

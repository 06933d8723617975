// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs `cargo bench` of the package in benches/ with the same arguments. That package has criterion and the peers, so
//! the lock file and the tests of the library do not.

use std::path::Path;
use std::process::{Command, exit};
use std::{env, io};

fn main() -> io::Result<()> {
    // Without `--bench`, cargo runs this as a test.
    if !env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut bench = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    bench.args(["bench", "--locked", "--manifest-path"]).arg(root.join("benches/Cargo.toml")).arg("--");
    bench.args(env::args().skip(1).filter(|argument| argument != "--bench"));
    // Criterion writes its plots to `criterion` in this directory.
    if env::var_os("CARGO_TARGET_DIR").is_none() {
        bench.env("CARGO_TARGET_DIR", root.join("target"));
    }
    exit(bench.status()?.code().unwrap_or(1))
}

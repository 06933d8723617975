// SPDX-License-Identifier: MIT OR Apache-2.0
//! Checks the order of the modules in the table of `src/lib.rs`: each module uses only modules further down.

use std::fs;
use std::path::{Path, PathBuf};

fn files_under(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_under(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules that a line of code names after `crate::`, alone or in braces.
fn modules_in(line: &str) -> Vec<&str> {
    let after = line.split("crate::").skip(1);
    let names = after.flat_map(|text| match text.strip_prefix('{') {
        Some(list) => list.split([',', '}']).map(str::trim).collect(),
        None => vec![text],
    });
    names.filter_map(|name| name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()).collect()
}

#[test]
fn modules_import_only_from_modules_further_down() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = fs::read_to_string(source.join("lib.rs")).unwrap();
    let rows = library.lines().filter_map(|line| line.strip_prefix("// | `")?.split(" | ").next());
    let order: Vec<_> = rows.flat_map(|row| row.split([',', ' ']).map(|name| name.trim_matches('`'))).collect();
    let place = |module: &str| order.iter().rposition(|one| *one == module);
    let mut files = Vec::new();
    files_under(&source, &mut files);
    for file in files.iter().filter(|file| !file.ends_with("src/lib.rs")) {
        let inside = file.strip_prefix(&source).unwrap().components().next().unwrap();
        let module = inside.as_os_str().to_str().unwrap().trim_end_matches(".rs");
        let own = place(module).unwrap_or_else(|| panic!("{module} is not in the table of src/lib.rs"));
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//") && !line.contains("doc = ")) {
            for named in modules_in(line).into_iter().filter(|named| *named != module) {
                assert!(place(named).is_none_or(|place| place > own), "{}: {named}", file.display());
            }
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the Rust that `abi.rs` includes: the declarations of the headers, as types and tables, next to the
//! declarations of src/ffi with the same names.

use super::{Declared, types};

pub fn source(c: &Declared, rust: &Declared) -> String {
    let names = [
        ("DECLARED_FUNCTIONS", list(c.functions.keys())),
        ("EXPORTED_FUNCTIONS", list(rust.functions.keys())),
        ("DECLARED_STRUCTS", list(c.structs.keys())),
        ("DEFINED_STRUCTS", list(rust.structs.keys())),
        ("DECLARED_CONSTANTS", list(c.constants.keys())),
        ("DEFINED_CONSTANTS", list(rust.constants.keys())),
    ];
    let mut source = String::new();
    for (name, list) in names {
        source += &format!("pub const {name}: &[&str] = &[{list}];\n");
    }
    source += "pub mod library {\n";
    for (name, module) in &rust.modules {
        source += &format!("    pub use cri::ffi::{module}::{name};\n");
    }
    source + "}\n" + &functions(c, rust) + &copies(rust) + &fields(c, rust) + &layout(c, rust) + &constants(c, rust)
}

fn list<'a>(names: impl Iterator<Item = &'a String>) -> String {
    names.map(|name| format!("{name:?}, ")).collect()
}

/// Writes the functions with the types that the headers give them. A difference does not compile.
fn functions(c: &Declared, rust: &Declared) -> String {
    let mut source = String::from("pub mod functions {\n    use super::library::*;\n");
    for (name, signature) in c.functions.iter().filter(|(name, _)| rust.functions.contains_key(*name)) {
        let (arguments, result) = types(signature);
        let result = if result.is_empty() { String::new() } else { format!(" -> {result}") };
        source += &format!("    const _: unsafe extern \"C\" fn({}){result} = {name};\n", arguments.join(", "));
    }
    source + "}\n"
}

/// Writes copies of the types of src/ffi, which differ only by public fields.
fn copies(rust: &Declared) -> String {
    let mut source = String::from("pub mod copies {\n    use core::ffi::c_char;\n");
    for (name, object) in &rust.structs {
        let fields: String = object.fields.iter().map(|(name, kind)| format!("pub {name}: {kind}, ")).collect();
        source += &format!("    {} pub struct {name} {{ {fields} }}\n", object.attributes);
    }
    source + "}\n"
}

/// Writes the fields with the types that the headers give them. A difference does not compile.
fn fields(c: &Declared, rust: &Declared) -> String {
    let mut source = String::from("pub mod fields {\n    use super::copies::*;\n");
    for (name, object) in c.structs.iter().filter(|(name, _)| rust.structs.contains_key(*name)) {
        let names: String = object.fields.iter().map(|(field, _)| format!("{field}, ")).collect();
        let typed: String = object.fields.iter().map(|(field, kind)| format!("let _: {kind} = {field}; ")).collect();
        source += &format!("    const _: fn({name}) = |object| {{ let {name} {{ {names} }} = object; {typed} }};\n");
    }
    source + "}\n"
}

/// Writes sizes, alignments and offsets: of the bindings, of src/ffi, and of the copies.
fn layout(c: &Declared, rust: &Declared) -> String {
    let mut source =
        String::from("pub fn layout() -> Vec<(&'static str, [usize; 3])> {\n    use core::mem::*;\n    vec![\n");
    for (name, object) in c.structs.iter().filter(|(name, _)| rust.structs.contains_key(*name)) {
        for what in ["size_of", "align_of"] {
            let of = |module| format!("{what}::<{module}::{name}>()");
            let all = [of("bindings"), of("library"), of("copies")].join(", ");
            source += &format!("        (\"{what} {name}\", [{all}]),\n");
        }
        for (field, _) in &object.fields {
            let of = |module| format!("offset_of!({module}::{name}, {field})");
            let all = [of("bindings"), of("copies"), of("copies")].join(", ");
            source += &format!("        (\"{name}.{field}\", [{all}]),\n");
        }
    }
    source + "    ]\n}\n"
}

/// Writes each numeric constant that both the headers and src/ffi define, with its value in the headers and its value
/// in the library.
fn constants(c: &Declared, rust: &Declared) -> String {
    let mut source = String::from("pub fn constants() -> Vec<(&'static str, i64, i64)> {\n    vec![\n");
    let is_number = |(name, kind): &(&String, &String)| !kind.starts_with('&') && rust.constants.contains_key(*name);
    for (name, _) in c.constants.iter().filter(is_number) {
        source += &format!("        ({name:?}, bindings::{name} as i64, library::{name} as i64),\n");
    }
    source + "    ]\n}\n"
}

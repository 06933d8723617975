// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the Rust that `abi.rs` includes: the declarations of the headers, as types and tables, next to the
//! declarations of src/ffi with the same names.

use super::{Declared, types};

/// Returns the tables of src/ffi.
pub fn of_library(rust: &Declared) -> String {
    let mut source = String::from("pub mod library {\n");
    for (name, module) in &rust.modules {
        source += &format!("    pub use cri::ffi::{module}::{name};\n");
    }
    source += "}\n";
    source += &format!("pub const LAYOUT_LEN: usize = {};\n", layout(rust).count());
    source += &format!("pub const CONSTANTS_LEN: usize = {};\n", numbers(rust).count());
    source
        + &copies(rust)
        + &layout_table("layout", "copies", rust, rust)
        + &constants_table("constants", "library", rust)
}

/// Returns the tables of the bindings, and of the names in both.
#[cfg(feature = "bindgen")]
pub fn of_bindings(c: &Declared, rust: &Declared) -> String {
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
    source
        + &functions(c, rust)
        + &fields(c, rust)
        + &layout_table("declared_layout", "bindings", c, rust)
        + &constants_table("declared_constants", "bindings", c)
}

/// Returns C that has the same numbers from the headers, in the order of the tables of src/ffi.
pub fn c_source(headers: &str, rust: &Declared) -> String {
    let mut source = format!("{headers}\n#include <stdalign.h>\n#include <stddef.h>\n");
    source += "#define size_of sizeof\n#define align_of alignof\n#define offset_of offsetof\n";
    source += "const size_t abi_layout[] = {\n";
    for (what, name, field) in layout(rust) {
        source += &format!("    {what}({name}{}),\n", field.map(|field| format!(", {field}")).unwrap_or_default());
    }
    source += "};\nconst int64_t abi_constants[] = {\n";
    for name in numbers(rust) {
        source += &format!("    {name},\n");
    }
    source + "};\n"
}

/// The size and alignment of each struct, and the offset of each field: "size_of", "align_of" or "offset_of", the
/// struct and the field.
fn layout(of: &Declared) -> impl Iterator<Item = (&'static str, &String, Option<&String>)> {
    of.structs.iter().flat_map(|(name, object)| {
        let whole = ["size_of", "align_of"].map(|what| (what, name, None));
        whole.into_iter().chain(object.fields.iter().map(move |(field, _)| ("offset_of", name, Some(field))))
    })
}

/// The constants that are numbers.
fn numbers(of: &Declared) -> impl Iterator<Item = &String> {
    of.constants.iter().filter(|(_, kind)| !kind.starts_with('&')).map(|(name, _)| name)
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

/// Writes copies of the types of src/ffi, which differ only by public fields. A copy of another size does not compile.
fn copies(rust: &Declared) -> String {
    let mut source = String::from("pub mod copies {\n    use core::ffi::c_char;\n    use core::mem::*;\n");
    for (name, object) in &rust.structs {
        let fields: String = object.fields.iter().map(|(name, kind)| format!("pub {name}: {kind}, ")).collect();
        source += &format!("    {} pub struct {name} {{ {fields} }}\n", object.attributes);
        for what in ["size_of", "align_of"] {
            source +=
                &format!("    const _: () = assert!({what}::<{name}>() == {what}::<super::library::{name}>());\n");
        }
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

/// Writes the layout of the structs in a module, as pairs of a name and a number. Omits structs that src/ffi lacks.
fn layout_table(table: &str, module: &str, of: &Declared, rust: &Declared) -> String {
    let mut source = format!("pub fn {table}() -> Vec<(&'static str, usize)> {{\n    use core::mem::*;\n    vec![\n");
    for (what, name, field) in layout(of).filter(|(_, name, _)| rust.structs.contains_key(*name)) {
        source += &match field {
            Some(field) => format!("        (\"{name}.{field}\", {what}!({module}::{name}, {field})),\n"),
            None => format!("        (\"{what} {name}\", {what}::<{module}::{name}>()),\n"),
        };
    }
    source + "    ]\n}\n"
}

/// Writes the constants in a module that are numbers, as pairs of a name and a number.
fn constants_table(table: &str, module: &str, of: &Declared) -> String {
    let mut source = format!("pub fn {table}() -> Vec<(&'static str, i64)> {{\n    vec![\n");
    for name in numbers(of) {
        source += &format!("        ({name:?}, {module}::{name} as i64),\n");
    }
    source + "    ]\n}\n"
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C that cc compiles: a call of every function that the headers declare, with zeros, and tables of what the C
//! compiler says of sizes, offsets and constants. In the order of `tables.rs`.

use super::{Declared, types};

pub fn source(headers: &str, c: &Declared) -> String {
    let mut source = format!("{headers}\n#include <stdalign.h>\n\n");
    for (name, signature) in &c.functions {
        let (arguments, result) = types(signature);
        let call = format!("{name}({})", vec!["0"; arguments.len()].join(", "));
        source += &format!("static bool call_{name}(void) {{ return {}; }}\n", expected(&call, &arguments, &result));
    }
    source += "\nconst struct {\n    const char *name;\n    bool (*call)(void);\n    void (*address)(void);\n} abi_functions[] = {\n";
    for name in c.functions.keys() {
        source += &format!("    {{\"{name}\", call_{name}, (void (*)(void)){name}}},\n");
    }
    source += "};\n\nconst size_t abi_layout[] = {\n";
    for (name, object) in &c.structs {
        source += &format!("    sizeof({name}), alignof({name}),");
        for (field, _) in &object.fields {
            source += &format!(" offsetof({name}, {field}),");
        }
        source += "\n";
    }
    source += "};\n\nconst int64_t abi_constants[] = {\n";
    for name in numbers(c) {
        source += &format!("    {name},\n");
    }
    source + "};\n"
}

/// The constants that are numbers.
pub fn numbers(c: &Declared) -> impl Iterator<Item = &String> {
    c.constants.iter().filter(|(_, kind)| !kind.starts_with('&')).map(|(name, _)| name)
}

/// Whether a call with zeros answers as the contract has it: an error, false, 0 or nothing.
fn expected(call: &str, arguments: &[String], result: &str) -> String {
    match result {
        "" => format!("({call}, true)"),
        "cri_err_t" => format!("{call} == CRI_ERR_ARGUMENT"),
        _ if result.starts_with('*') => format!("{call} != NULL"),
        _ if arguments.is_empty() => format!("({call}, true)"),
        _ => format!("{call} == 0"),
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C that cc compiles: tables of what the C compiler says of functions, sizes, offsets and constants, in the order
//! of `tables.rs`.

use super::Declared;

pub fn source(headers: &str, c: &Declared) -> String {
    let mut source = format!("{headers}\n#include <stdalign.h>\n\nvoid (*const abi_functions[])(void) = {{\n");
    for name in c.functions.keys() {
        source += &format!("    (void (*)(void)){name},\n");
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

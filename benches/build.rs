// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles `peers/by_hand.c`, and `peers/NAME.c` for each C library that pkg-config finds, and sets the cfg NAME.

use pkg_config::Config;

/// The libraries, each with the names that pkg-config may have for it.
const LIBRARIES: [(&str, &[&str]); 2] = [
    ("uriparser", &["liburiparser"]),
    ("libcoap", &["libcoap-3-notls", "libcoap-3-gnutls", "libcoap-3-openssl", "libcoap-3"]),
];

fn main() {
    println!("cargo::rerun-if-changed=peers");
    cc::Build::new().file("peers/by_hand.c").compile("by_hand");
    for (name, packages) in LIBRARIES {
        println!("cargo::rustc-check-cfg=cfg({name})");
        let probe = |package| Config::new().cargo_metadata(false).probe(package).ok();
        let Some(library) = packages.iter().copied().find_map(probe) else {
            println!("cargo::warning=pkg-config finds no {name}: it is left out");
            continue;
        };
        println!("cargo::rustc-cfg={name}");
        let mut shim = cc::Build::new();
        shim.file(format!("peers/{name}.c")).includes(&library.include_paths).compile(&format!("{name}_peer"));
        // The library is named after the shim, because some linkers drop a library that nothing before it needs.
        for path in &library.link_paths {
            println!("cargo::rustc-link-search=native={}", path.display());
        }
        for library in &library.libs {
            println!("cargo::rustc-link-lib={library}");
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Makes the tables that `abi.rs` compares: from src/ffi (syn), and from the committed headers (cc and bindgen). All
//! tables come from the lists of declarations, so that no new declaration is forgotten.

#![cfg_attr(not(feature = "bindgen"), allow(dead_code, unused_imports, unused_mut))]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use quote::ToTokens;
use syn::{Fields, ForeignItem, Item, ReturnType, Signature, Visibility};

#[path = "tables.rs"]
mod tables;

/// The declarations of bindings or sources, by name.
#[derive(Default)]
struct Declared {
    functions: BTreeMap<String, Signature>,
    structs: BTreeMap<String, Struct>,
    constants: BTreeMap<String, String>,
    /// The module of src/ffi that contains each declaration.
    modules: BTreeMap<String, String>,
}

/// A struct: its attributes without comments, and its fields with their types.
struct Struct {
    attributes: String,
    fields: Vec<(String, String)>,
}

impl Declared {
    /// Adds the declarations of a file.
    fn add(&mut self, file: syn::File, module: &str) {
        for item in file.items {
            let name = match item {
                Item::ForeignMod(block) => {
                    for item in block.items {
                        if let ForeignItem::Fn(function) = item {
                            self.functions.insert(function.sig.ident.to_string(), function.sig);
                        }
                    }
                    continue;
                }
                Item::Fn(function) if function.attrs.iter().any(|attribute| text(attribute).contains("no_mangle")) => {
                    let name = function.sig.ident.to_string();
                    self.functions.insert(name.clone(), function.sig);
                    name
                }
                Item::Struct(item) if item.ident.to_string().starts_with("cri_") => {
                    let name = item.ident.to_string();
                    self.structs.insert(name.clone(), Struct::of(item));
                    name
                }
                Item::Const(item) if matches!(item.vis, Visibility::Public(_)) => {
                    self.constants.insert(item.ident.to_string(), text(&item.ty));
                    item.ident.to_string()
                }
                Item::Type(item) if matches!(item.vis, Visibility::Public(_)) => item.ident.to_string(),
                _ => continue,
            };
            self.modules.insert(name, module.to_owned());
        }
    }
}

impl Struct {
    fn of(item: syn::ItemStruct) -> Self {
        let attributes = item.attrs.iter().filter(|attribute| attribute.path().is_ident("repr")).map(text).collect();
        let Fields::Named(fields) = item.fields else { panic!("{}: fields without names", item.ident) };
        let named = |field: syn::Field| (field.ident.expect("a name").to_string(), text(&field.ty));
        Self { attributes, fields: fields.named.into_iter().map(named).collect() }
    }
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

/// Returns the types of a function's arguments, and of its result.
fn types(signature: &Signature) -> (Vec<String>, String) {
    let argument = |argument: &syn::FnArg| match argument {
        syn::FnArg::Typed(argument) => text(&argument.ty),
        syn::FnArg::Receiver(_) => panic!("a method"),
    };
    let result = match &signature.output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, result) => text(result),
    };
    (signature.inputs.iter().map(argument).collect(), result)
}

/// Returns the files of a directory with this extension, in order.
fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", directory.display());
    let mut files: Vec<_> = fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no .{extension} in {}", directory.display());
    files
}

fn parse(source: &str) -> syn::File {
    syn::parse_file(source).expect("Rust")
}

fn main() {
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo")).join("../..");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo"));
    let include = root.join("include");
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    // Hand-written headers declare nothing that is in src/ffi.
    let made = |path: &&PathBuf| fs::read_to_string(path).expect("a header").contains("Made by script/header");
    let headers: String =
        files(&include, "h").iter().filter(made).map(|path| format!("#include \"{}\"\n", name(path))).collect();

    let mut rust = Declared::default();
    let ffi = root.join("src/ffi");
    let folders = fs::read_dir(&ffi).expect("a directory").map(|entry| entry.expect("an entry").path());
    let folders = folders.filter(|path| path.is_dir() && !path.ends_with("tests") && !path.ends_with("headers"));
    for folder in folders.chain([ffi.clone()]) {
        for path in files(&folder, "rs") {
            let module = path.strip_prefix(&ffi).expect("a file of src/ffi").with_extension("");
            let module = module.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "::");
            rust.add(
                parse(&fs::read_to_string(path).expect("source")),
                module.trim_end_matches("mod").trim_end_matches("::"),
            );
        }
    }

    let mut source = tables::of_library(&rust);
    #[cfg(feature = "bindgen")]
    {
        let bindings = bindgen::builder()
            .header_contents("headers.h", &headers)
            .clang_arg(format!("-I{}", include.display()))
            .allowlist_item("(cri|CRI)_.*")
            .use_core()
            .generate()
            .expect("bindings")
            .to_string();
        let mut c = Declared::default();
        c.add(parse(&bindings), "");
        source += &tables::of_bindings(&c, &rust);
        fs::write(out.join("bindings.rs"), bindings).expect("writing");
    }
    fs::write(out.join("tables.rs"), source).expect("writing");

    let file = out.join("abi.c");
    fs::write(&file, tables::c_source(&headers, &rust)).expect("writing");
    cc::Build::new().file(file).include(include).extra_warnings(true).warnings_into_errors(true).compile("abi_c");
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests that call the exports as a C program does. script/check/miri runs them under Miri.
//!
//! A C program accesses its memory through its own pointers. Between two calls, it reads buffers that objects write to,
//! and changes bytes that objects borrow (R40). Neither access may invalidate the pointers that an object keeps.
extern crate std;

#[cfg(all(target_os = "linux", target_pointer_width = "32", not(miri)))]
mod limit;
mod routes;
mod world;

use core::ffi::c_char;
use core::mem::MaybeUninit;
use std::prelude::rust_2024::*;
use std::vec;

use all::*;
use world::{Choose, World};

/// All types and functions of the interface.
mod all {
    pub use crate::ffi::{
        call::cri_err_t, coap::aif::*, coap::endpoint::*, coap::forward::*, coap::message::*, coap::option::*,
        coap::pattern::*, coap::prefix::*, coap::read::*, coap::request::*, coap::route::*, coap::routes::*,
        coap::uri::*, coap::write::*, cori::convert::*, cori::*, cri::authority::*, cri::builder::*, cri::check::*,
        cri::compare::*, cri::edit::*, cri::edn::*, cri::encode::*, cri::escape::*, cri::host::*, cri::nfc::*,
        cri::normalize::*, cri::parse::*, cri::path::*, cri::resolve::*, cri::resume::*, cri::scheme::*, cri::text::*,
        cri::without::*, document::items::*, document::walk::*, errors::*, library::*, link::attribute::*,
        link::document::*, link::lookup::*, link::writer::*, link::*, part::*, registry::*, template::*,
        uri::convert::*, uri::prose::*, uri::text::*, uri::with_table::*,
    };
}

/// The result of an export.
trait Answer {
    fn is_success(&self) -> bool;
}

macro_rules! answers {
    ($($type:ty: |$answer:ident| $success:expr;)*) => { $(
        impl Answer for $type {
            fn is_success(&self) -> bool {
                let $answer = self;
                $success
            }
        }
    )* };
}

answers! {
    cri_err_t: |error| *error == 0;
    bool: |found| *found;
    u8: |_number| true;
    u32: |_number| true;
    usize: |_length| true;
    *const c_char: |name| !name.is_null();
    (): |_nothing| true;
}

/// A function that C calls.
trait Export {
    /// Calls the function with arguments that `world` chooses. Returns whether the call succeeded.
    fn call(self, world: &mut World) -> bool;
}

macro_rules! calls {
    ($(($($argument:ident)*))*) => { $(
        impl<$($argument: Choose,)* R: Answer> Export for unsafe extern "C" fn($($argument),*) -> R {
            fn call(self, _world: &mut World) -> bool {
                _world.length = None;
                // SAFETY: a pointer is NULL or points to memory of its type, of at least the length that is passed.
                unsafe { self($($argument::choose(_world)),*) }.is_success()
            }
        }
    )* };
}

calls! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

type Named = (&'static str, fn(&mut World) -> bool);

macro_rules! exports {
    ($($arguments:tt: $($name:ident)*;)*) => {
        const EXPORTS: &[Named] = &[$($(exports!(@one $name $arguments)),*),*];
    };
    (@one $name:ident ($($argument:tt)*)) => {
        (stringify!($name), |world| ($name as unsafe extern "C" fn($($argument)*) -> _).call(world))
    };
}

// All exports, by the number of their arguments. The list is written by hand, because a macro cannot see functions of
// other files. The compiler checks the number of arguments, and `all_exports_are_called` finds a missing export.
exports! {
    ():
        cri_version cri_features;
    (_):
        cri_authority_kind cri_host_kind cri_builder_rootless cri_builder_path cri_builder_query cri_is_canonical
        cri_uses cri_ownership_check cri_coap_response_code cri_cori_kind cri_items_error cri_find_error cri_err_name
        cri_err_text cri_err_is_unprocessable cri_coap_composer_is_for_proxy cri_routes_sorted cri_links_left
        cri_links_drop
        cri_link_value_is_set cri_is_nfc cri_part_name cri_path_is_set cri_query_is_set cri_hash cri_revision
        cri_is_full cri_discard cri_uri_host_kind;
    (_, _):
        cri_userinfo cri_port cri_iter_init_labels cri_builder_scheme_id cri_builder_discard cri_builder_port
        cri_builder_finish cri_items_next cri_find_next cri_coap_composer_finish cri_effective_scheme
        cri_effective_port cri_host_endpoint cri_link_attributes_init cri_links_next cri_link_writer_link
        cri_iter_init_path cri_iter_init_query cri_fragment cri_without_fragment cri_without_query cri_scheme
        cri_chunks_init cri_iter_next cri_coap_path_abbrev cri_uri_iter_init_path
        cri_uri_iter_init_query cri_walk_next cri_walk_parse cri_walk_error;
    (_, _, _):
        cri_template_check cri_routes_index
        cri_aif_next cri_host_address cri_zone cri_builder_scheme_name cri_builder_userinfo cri_builder_host_name
        cri_builder_segment cri_builder_parameter cri_builder_fragment cri_coap_raw_init cri_cori_relativize
        cri_coap_path_next cri_encoding cri_coap_is_for_proxy cri_same_origin cri_link_target cri_link_value_plain
        cri_link_value_equal cri_link_value_has_token cri_link_writer_target cri_link_writer_flag
        cri_link_writer_finish cri_skip cri_registry_default_port cri_resolve cri_relativize cri_relativize_for_uri
        cri_equal cri_with_authority cri_builder_text
        cri_compare cri_link_lookup_match cri_scheme_text cri_text_plain cri_text_equal cri_uri_iter_next;
    (_, _, _, _):
        cri_aif_init cri_coap_raw_next cri_cori_parse cri_cori_resolve cri_cori_encode cri_cori_recompose
        cri_cori_from_cri cri_pattern_check cri_items_init_array cri_items_init_sequence cri_find_init
        cri_encode_tagged cri_to_edn cri_to_edn_literal cri_encode cri_normalize cri_decode_pet
        cri_coap_composer_init_location cri_coap_composer_option cri_coap_composer_option_proxy cri_host_text
        cri_to_uri cri_to_iri cri_link_attribute cri_links_init cri_links_more cri_links_next_item
        cri_link_attributes_next cri_link_value_decode cri_link_writer_init cri_encode_nfc cri_parse_exact
        cri_registry_name cri_registry_id cri_chunks_next cri_text_decode cri_coap_options_next cri_uri_split_lenient
        cri_uri_split cri_uri_part cri_walk_init cri_item_is cri_replace_prefix;
    (_, _, _, _, _):
        cri_template_name
        cri_builder_init cri_builder_init_from cri_builder_host_address cri_parse_where cri_from_uri_where
        cri_from_iri_where cri_coap_split cri_coap_find_uint cri_cori_decompose cri_cori_to_coap cri_cori_to_cri
        cri_routes_check cri_items_next_item cri_find_next_item cri_escape cri_link_init_parts
        cri_link_writer_attribute cri_parse cri_without_userinfo cri_to_coap_location cri_uri_find cri_uri_unwrap
        cri_uri_same_document cri_uri_decode cri_resolve_to;
    (_, _, _, _, _, _):
        cri_aif_allows cri_coap_critical_check cri_route cri_from_coap_location cri_coap_composer_init cri_from_uri
        cri_from_iri
        cri_link_matches cri_coap_options_init cri_to_coap cri_uri_normalize
        cri_uri_equal cri_to_uri_with cri_with_endpoint;
    (_, _, _, _, _, _, _):
        cri_coap_merge cri_link_lookup_init cri_coap_forward_request cri_coap_forward_response cri_coap_remove
        cri_coap_insert_uint cri_coap_cache_key cri_coap_cache_key_equal cri_pattern_match
        cri_coap_route cri_from_edn cri_link_resolve cri_to_coap_proxy
        cri_uri_without_zone cri_request;
    (_, _, _, _, _, _, _, _):
        cri_coap_aif_allows cri_coap_insert cri_coap_query_find cri_uri_to_coap cri_uri_reference_to_coap
        cri_coap_to_uri
        cri_coap_to_uri_proxy cri_coap_pattern_match cri_from_coap cri_from_coap_proxy cri_query_find cri_uri_resolve
        cri_from_uri_with cri_coap_replace_prefix cri_template_expand cri_request_from_uri;
}

/// Returns the bytes that a program sees when it reads its own memory.
fn seen(start: *const u8, length: usize) -> Vec<u8> {
    // SAFETY: the tests pass a buffer of at least `length` bytes.
    (0..length).map(|at| unsafe { start.add(at).read() }).collect()
}

/// Calls an export, which must succeed, and returns the bytes that the program then sees in its buffer.
macro_rules! step {
    ($buffer:ident: $name:ident($($argument:expr),*)) => {{
        // SAFETY: the objects are initialised, and the lengths of texts and buffers are correct.
        assert_eq!(unsafe { $name($($argument),*) }, 0, stringify!($name));
        seen($buffer, 64)
    }};
}

#[test]
fn a_buffer_is_read_between_two_steps_of_a_builder() {
    let mut memory = [0xa5; 64];
    let (buffer, mut len, mut builder) = (memory.as_mut_ptr(), 0, MaybeUninit::uninit());
    let builder = builder.as_mut_ptr();
    let text = |text: &'static str| text.as_ptr().cast();
    step!(buffer: cri_builder_init(builder, CRI_REV_27, 0, buffer, 64));
    step!(buffer: cri_builder_scheme_name(builder, text("coap"), 4));
    step!(buffer: cri_builder_host_name(builder, text("h"), 1));
    assert_eq!(step!(buffer: cri_builder_port(builder, 80))[1], 0x20);
    // With 24 segments the head of the path becomes longer, so the bytes after the head are moved.
    for at in 0..24 {
        assert_eq!(step!(buffer: cri_builder_segment(builder, text("a"), 1))[8 + 2 * at..][..2], *b"\x61a");
    }
    let written = step!(buffer: cri_builder_finish(builder, &raw mut len));
    assert_eq!(written[..len], [&b"\x83\x20\x82\x61h\x18\x50\x98\x18"[..], &b"\x61a".repeat(24)].concat());
}

#[test]
fn a_buffer_is_read_between_two_steps_of_a_composer() {
    let mut memory = [0xa5; 64];
    let (buffer, mut len, mut composer) = (memory.as_mut_ptr(), 0, MaybeUninit::uninit());
    let composer = composer.as_mut_ptr();
    let mut octets = [192, 0, 2, 1];
    let addr = octets.as_mut_ptr();
    let dest = cri_endpoint_t { addr, addr_len: 4, zone: core::ptr::null(), zone_len: 0, port: 5683 };
    step!(buffer: cri_coap_composer_init(composer, CRI_REV_27, -1, &raw const dest, buffer, 64));
    // The composer borrows the address, which the program may change (R40). SAFETY: the address has four octets.
    unsafe { addr.add(3).write(9) };
    assert_eq!(step!(buffer: cri_coap_composer_option(composer, 11, b"a".as_ptr(), 1))[9..11], *b"\x61a");
    step!(buffer: cri_coap_composer_option(composer, 11, b"b".as_ptr(), 1));
    let written = step!(buffer: cri_coap_composer_finish(composer, &raw mut len));
    assert_eq!(written[..len], *b"\x83\x20\x81\x44\xc0\x00\x02\x09\x82\x61a\x61b");
}

#[test]
fn a_buffer_is_read_between_two_steps_of_a_link_writer() {
    let mut memory = [0xa5; 64];
    let (buffer, mut len, mut total, mut writer) = (memory.as_mut_ptr(), 0, 0, MaybeUninit::uninit());
    let writer = writer.as_mut_ptr();
    let text = |text: &'static str| text.as_ptr().cast();
    step!(buffer: cri_link_writer_init(writer, 0, buffer, 64));
    assert_eq!(step!(buffer: cri_link_writer_target(writer, text("/a"), 2))[..4], *b"</a>");
    assert_eq!(step!(buffer: cri_link_writer_flag(writer, text("obs"), 3))[4..8], *b";obs");
    step!(buffer: cri_link_writer_attribute(writer, text("rt"), 2, text("x"), 1));
    let written = step!(buffer: cri_link_writer_finish(writer, &raw mut len, &raw mut total));
    assert_eq!((&written[..len], total), (&br#"</a>;obs;rt="x""#[..], 15));
}

#[test]
fn bytes_change_between_two_steps_of_an_iterator() {
    let mut memory = *b"</a>,</b>;rt=x";
    let (document, mut links, mut link) = (memory.as_mut_ptr(), MaybeUninit::uninit(), MaybeUninit::uninit());
    let (links, link) = (links.as_mut_ptr(), link.as_mut_ptr());
    // SAFETY: the document has 14 bytes, and the objects are initialised.
    unsafe {
        assert_eq!(cri_links_init(links, document.cast(), 14, true), 0);
        assert!(cri_links_next(links, link));
        document.add(7).write(b'c');
        assert_eq!(cri_links_left(links), 9);
        assert!(cri_links_next(links, link));
    }
}

/// Two views and a table of routes that several threads read. C may do so, because exports keep no state.
struct Shared {
    base: cri_t,
    reference: cri_t,
    routes: cri_routes_t,
}

// SAFETY: the objects borrow bytes that nothing changes.
unsafe impl Sync for Shared {}

/// Returns a view of bytes. As in C, an assignment of the view need not copy the bytes between its fields.
fn view(bytes: &'static [u8]) -> cri_t {
    let mut cri = MaybeUninit::uninit();
    // SAFETY: the bytes and the memory for the view are valid, and the call stores a view.
    unsafe {
        assert_eq!(cri_parse_exact(CRI_REV_27, bytes.as_ptr(), bytes.len(), cri.as_mut_ptr()), 0);
        cri.assume_init()
    }
}

/// Resolves the reference against the base, finds the route of the result, and writes the result as text.
fn follow(shared: &Shared) -> (u32, Vec<u8>) {
    let (mut cri, mut route) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let (mut memory, mut len) = ([0xa5; 64], 0);
    // SAFETY: the objects are initialised by the calls that succeed, and the lengths of the outputs are correct.
    unsafe {
        assert_eq!(cri_resolve(&shared.base, &shared.reference, cri.as_mut_ptr()), 0);
        let none = core::ptr::null_mut();
        assert_eq!(cri_route(&shared.routes, cri.as_ptr(), route.as_mut_ptr(), none, 0, core::ptr::null_mut()), 0);
        assert_eq!(cri_to_uri(cri.as_ptr(), memory.as_mut_ptr().cast(), 64, &raw mut len), 0);
        ((*route.assume_init()).id, memory[..len].to_vec())
    }
}

#[test]
fn threads_read_the_same_objects() {
    let route = |text: &'static str, id| cri_route_t { pattern: text.as_ptr().cast(), pattern_len: text.len(), id };
    let (list, mut routes) = ([route("/a", 1), route("/b", 2)], MaybeUninit::uninit());
    // SAFETY: the routes and the memory for the table are valid, and the call stores a table.
    let routes = unsafe {
        let nothing = core::ptr::null_mut();
        assert_eq!(cri_routes_check(routes.as_mut_ptr(), list.as_ptr(), 2, nothing, core::ptr::null_mut()), 0);
        routes.assume_init()
    };
    let shared = Shared { base: view(b"\x83\x20\x81\x61h\x81\x61a"), reference: view(b"\x82\x01\x81\x61b"), routes };
    std::thread::scope(|scope| {
        for thread in [(); 2].map(|()| scope.spawn(|| follow(&shared))) {
            assert_eq!(thread.join().expect("a result"), (2, b"coap://h/b".to_vec()));
        }
    });
}

/// The number of times that a call is tried.
const TRIES: usize = 8;

/// Calls all exports, in another order in each round. Tries each export with other arguments until the call succeeds,
/// at most `TRIES` times, and starts with a new `World` after every four rounds. Returns the number of successful calls
/// for each export.
fn call_at_random(rounds: usize) -> Vec<usize> {
    let mut successes = vec![0; EXPORTS.len()];
    let mut world = World::new(0);
    for round in 0..rounds {
        if round % 4 == 0 {
            world = World::new(round as u64);
        }
        let mut left: Vec<usize> = (0..EXPORTS.len()).collect();
        while !left.is_empty() {
            let at = left.swap_remove(world.below(left.len()));
            for _ in 0..TRIES {
                let success = EXPORTS[at].1(&mut world);
                world.touch();
                if success {
                    successes[at] += 1;
                    break;
                }
            }
        }
    }
    successes
}

/// The prefixes of exports that must be called in a certain order. Random calls may never succeed, so the tests above
/// cover these exports.
const ORDERED: [&str; 3] = ["cri_builder_", "cri_coap_composer_", "cri_link_writer_"];

/// The number by which `CRI_TEST_SHARE` divides random cases.
fn share() -> usize {
    std::env::var("CRI_TEST_SHARE").map_or(1, |share| share.parse().expect("CRI_TEST_SHARE: a number"))
}

/// Under Miri, the number of rounds is divided by `CRI_TEST_SHARE`. Without Miri, there are enough rounds for each
/// export to succeed at least once.
#[test]
fn objects_outlast_what_c_does_between_calls() {
    let successes = call_at_random(if cfg!(miri) { 150usize.div_ceil(share()) } else { 1000 });
    for ((name, _), count) in EXPORTS.iter().zip(successes) {
        assert!(count > 0 || cfg!(miri) || ORDERED.iter().any(|object| name.starts_with(object)), "{name}");
    }
}

/// Every function that src/ffi exports is in `EXPORTS`.
#[cfg(not(miri))]
#[test]
fn all_exports_are_called() {
    let exported = exported(concat!(env!("CARGO_MANIFEST_DIR"), "/src/ffi").as_ref());
    for name in &exported {
        assert!(EXPORTS.iter().any(|(called, _)| called == name), "{name} is missing in EXPORTS");
    }
    assert_eq!(exported.len(), EXPORTS.len());
}

/// Returns the names of the functions that the files in a folder and its folders export.
#[cfg(not(miri))]
fn exported(folder: &std::path::Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file or a folder").path();
        if path.is_dir() {
            names.extend(exported(&path));
        } else {
            let source = std::fs::read_to_string(path).expect("a text");
            let exports = source.split("extern \"C\" fn ").skip(1).filter_map(|rest| rest.split('(').next());
            names.extend(exports.map(String::from));
        }
    }
    names
}

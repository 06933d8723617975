// SPDX-License-Identifier: MIT OR Apache-2.0
//! Borrowed bytes that change between calls (R22), through the C functions: what was kept of them before can be used, every
//! call ends, iterators end, and what is handed out points into borrowed bytes.
//!
//! An input is the bytes of up to three blocks, and a script: each step changes a byte, or all from one on, or calls a
//! function on something that an earlier step kept.
#![no_main]

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{from_mut, from_ref, null};

use cri::cri::items::Items;
use cri::cri::text::{Chunks, Text};
use cri::uri::{Pieces, Uri};
use cri::{Aif, Builder, CoapOptions, CoapPath, Composer, Cri, PathMatcher, cori::Cori};
use libfuzzer_sys::fuzz_target;

/// An object of the C interface: one of the library's own types, which C does not look into either.
#[repr(transparent)]
struct Object<T>(MaybeUninit<T>);

impl<T> Clone for Object<T> {
    fn clone(&self) -> Self {
        // SAFETY: bytes are copied, which may be uninitialised in the copy too.
        Self(unsafe { from_ref(&self.0).read() })
    }
}

impl<T> Object<T> {
    fn new() -> Self {
        Self(MaybeUninit::zeroed())
    }

    fn get(&self) -> *const c_void {
        self.0.as_ptr().cast()
    }

    fn place(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }
}

type In = *const c_void;
type Out = *mut c_void;

/// `cri_endpoint_t`.
#[repr(C)]
struct Endpoint {
    address: *const u8,
    address_len: usize,
    zone: *const u8,
    zone_len: usize,
    port: u16,
}

unsafe extern "C" {
    fn cri_parse(rev: u8, data: *const u8, len: usize, cri: Out, consumed: *mut usize) -> i32;
    fn cri_revision(cri: In) -> u8;
    fn cri_is_full(cri: In) -> bool;
    fn cri_discard(cri: In) -> u8;
    fn cri_scheme(cri: In, id: *mut i64) -> bool;
    fn cri_scheme_text(cri: In, name: *mut *const u8, len: *mut usize) -> bool;
    fn cri_authority_kind(cri: In) -> u8;
    fn cri_host_kind(cri: In) -> u8;
    fn cri_host_address(cri: In, address: *mut *const u8, len: *mut usize) -> bool;
    fn cri_zone(cri: In, zone: *mut *const u8, len: *mut usize) -> bool;
    fn cri_userinfo(cri: In, text: Out) -> bool;
    fn cri_port(cri: In, port: *mut u16) -> bool;
    fn cri_host_count(cri: In) -> usize;
    fn cri_host_get(cri: In, index: usize, text: Out) -> bool;
    fn cri_host_iter(cri: In, iter: Out);
    fn cri_path_is_set(cri: In) -> bool;
    fn cri_path_count(cri: In) -> usize;
    fn cri_path_get(cri: In, index: usize, text: Out) -> bool;
    fn cri_path_iter(cri: In, iter: Out);
    fn cri_query_is_set(cri: In) -> bool;
    fn cri_query_count(cri: In) -> usize;
    fn cri_query_get(cri: In, index: usize, text: Out) -> bool;
    fn cri_query_iter(cri: In, iter: Out);
    fn cri_iter_next(iter: Out, text: Out) -> bool;
    fn cri_fragment(cri: In, text: Out) -> bool;
    fn cri_text_plain(text: In, chars: *mut *const u8, len: *mut usize) -> bool;
    fn cri_text_chunks(text: In, chunks: Out);
    fn cri_chunks_next(chunks: Out, bytes: *mut *const u8, len: *mut usize, encoded: *mut bool) -> bool;
    fn cri_text_decode(text: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_text_equal(text: In, chars: *const u8, len: usize) -> bool;
    fn cri_resolve(base: In, reference: In, resolved: Out) -> i32;
    fn cri_relativize(base: In, target: In, reference: Out) -> i32;
    fn cri_without_fragment(cri: In, out: Out) -> i32;
    fn cri_equal(a: In, b: In, equal: *mut bool) -> i32;
    fn cri_equal_ignoring_fragment(a: In, b: In, equal: *mut bool) -> i32;
    fn cri_compare(a: In, b: In, order: *mut i32) -> i32;
    fn cri_hash(cri: In) -> u32;
    fn cri_encode(cri: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_to_uri(cri: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_to_iri(cri: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_host_text(cri: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_to_edn(cri: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_ownership_check(cri: In) -> u8;
    fn cri_cori_from_cri(cri: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_coap_options(cri: In, dest: In, scratch: *mut u8, cap: usize, len: *mut usize, options: Out) -> i32;
    fn cri_coap_proxy_options(
        cri: In,
        proxy: u16,
        dest: In,
        scratch: *mut u8,
        cap: usize,
        len: *mut usize,
        options: Out,
    ) -> i32;
    fn cri_coap_options_next(options: Out, number: *mut u16, value: *mut *const u8, len: *mut usize) -> bool;
    fn cri_to_coap(cri: In, dest: In, after: u16, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_to_coap_proxy(cri: In, proxy: u16, dest: In, after: u16, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_builder_init(builder: Out, rev: u8, flags: u8, buf: *mut u8, cap: usize) -> i32;
    fn cri_builder_scheme_name(builder: Out, name: *const u8, len: usize) -> i32;
    fn cri_builder_discard(builder: Out, discard: u8) -> i32;
    fn cri_builder_userinfo(builder: Out, text: *const u8, len: usize) -> i32;
    fn cri_builder_host_name(builder: Out, name: *const u8, len: usize) -> i32;
    fn cri_builder_port(builder: Out, port: u16) -> i32;
    fn cri_builder_segment(builder: Out, text: *const u8, len: usize) -> i32;
    fn cri_builder_query(builder: Out) -> i32;
    fn cri_builder_parameter(builder: Out, text: *const u8, len: usize) -> i32;
    fn cri_builder_fragment(builder: Out, text: *const u8, len: usize) -> i32;
    fn cri_builder_finish(builder: Out, len: *mut usize) -> i32;
    fn cri_composer_init(composer: Out, rev: u8, scheme: i64, dest: In, buf: *mut u8, cap: usize) -> i32;
    fn cri_composer_option(composer: Out, number: u16, value: *const u8, len: usize) -> i32;
    fn cri_composer_finish(composer: Out, len: *mut usize) -> i32;
    fn cri_path_match(cri: In, prefix: In, under: *mut bool, rest: Out) -> i32;
    fn cri_coap_path_match(options: *const u8, len: usize, prefix: In, under: *mut bool, rest: Out) -> i32;
    fn cri_coap_path_next(rest: Out, segment: *mut *const u8, len: *mut usize) -> bool;
    fn cri_path_matcher_init(matcher: Out, prefix: In) -> i32;
    fn cri_path_matcher_option(matcher: Out, number: u16, value: *const u8, len: usize) -> i32;
    fn cri_path_matcher_finish(matcher: In, under: *mut bool, matched: *mut usize) -> i32;
    fn cri_aif_entries(rev: u8, data: *const u8, len: usize, aif: Out) -> i32;
    fn cri_aif_next(aif: Out, more: *mut bool, target: Out, permissions: *mut u64) -> i32;
    fn cri_aif_allows(aif: *const u8, len: usize, cri: In, method: u8, allowed: *mut bool) -> i32;
    fn cri_cori_parse(data: *const u8, len: usize, cori: Out, consumed: *mut usize) -> i32;
    fn cri_cori_kind(cori: In) -> u8;
    fn cri_cori_resolve(base: In, href: In, relation: u32, resolved: Out) -> i32;
    fn cri_cori_relativize(base: In, target: In, reference: Out) -> i32;
    fn cri_cori_encode(cori: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_cori_recompose(cori: In, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_cori_to_coap(cori: In, flags: u8, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_cori_to_cri(cori: In, rev: u8, buf: *mut u8, cap: usize, len: *mut usize) -> i32;
    fn cri_uri_split(uri: *const u8, len: usize, parts: Out, offset: *mut usize) -> i32;
    fn cri_uri_part(uri: In, part: u8, chars: *mut *const u8, len: *mut usize) -> bool;
    fn cri_uri_host_kind(uri: In) -> u8;
    fn cri_uri_path_iter(uri: In, iter: Out);
    fn cri_uri_query_iter(uri: In, iter: Out);
    fn cri_uri_iter_next(iter: Out, chars: *mut *const u8, len: *mut usize) -> bool;
    fn cri_uri_decode(chars: *const u8, len: usize, buf: *mut u8, cap: usize, out_len: *mut usize) -> i32;

    fn mmap(address: Out, len: usize, protection: i32, flags: i32, file: i32, offset: i64) -> Out;
    fn mprotect(address: Out, len: usize, protection: i32) -> i32;
    fn __asan_poison_memory_region(address: In, len: usize);
    fn __asan_unpoison_memory_region(address: In, len: usize);
}

const PAGE: usize = 4096;
/// How many blocks there may be, and what each holds at most.
const BLOCKS: usize = 6;
const BLOCK_MAX: usize = 1100;

/// Bytes that are lent to the library: they end where a page begins that cannot be read, and the sanitizer knows of what
/// is before them that it is not theirs. Only reached by pointers, since they change while they are borrowed.
#[derive(Clone, Copy)]
struct Block {
    data: *mut u8,
    len: usize,
}

/// A place for each block, made once.
struct Places([*mut u8; BLOCKS]);

impl Places {
    fn new() -> Self {
        Self(std::array::from_fn(|_| {
            // SAFETY: new memory, private and anonymous; nothing else refers to it.
            unsafe {
                let pages = mmap(std::ptr::null_mut(), 2 * PAGE, 3, 0x22, -1, 0);
                assert!(pages.addr() != usize::MAX);
                assert_eq!(mprotect(pages.cast::<u8>().add(PAGE).cast(), PAGE, 0), 0);
                pages.cast::<u8>().add(PAGE)
            }
        }))
    }

    fn block(&self, at: usize, bytes: &[u8]) -> Block {
        let (end, len) = (self.0[at], bytes.len().min(BLOCK_MAX));
        // SAFETY: the page before `end` is this block's alone.
        unsafe {
            let data = end.sub(len);
            __asan_unpoison_memory_region(end.sub(PAGE).cast(), PAGE);
            data.copy_from(bytes.as_ptr(), len);
            __asan_poison_memory_region(end.sub(PAGE).cast(), PAGE - len);
            Block { data, len }
        }
    }
}

/// What is left of the script. It ends with zeros.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn of<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        list.get(self.byte() as usize % list.len().max(1))
    }
}

/// Everything that borrows, kept for later steps.
#[derive(Default)]
struct Kept {
    blocks: Vec<Block>,
    views: Vec<Object<Cri<'static>>>,
    texts: Vec<Object<Text<'static>>>,
    iters: Vec<Object<Items<'static>>>,
    chunks: Vec<Object<Chunks<'static>>>,
    options: Vec<Object<CoapOptions<'static>>>,
    rests: Vec<Object<CoapPath<'static>>>,
    matchers: Vec<Object<PathMatcher<'static>>>,
    aifs: Vec<Object<Aif<'static>>>,
    coris: Vec<Object<Cori<'static>>>,
    uris: Vec<Object<Uri<'static>>>,
    pieces: Vec<Object<Pieces<'static>>>,
}

const KEPT_MAX: usize = 12;

fn keep<T>(list: &mut Vec<T>, object: T) {
    if list.len() < KEPT_MAX {
        list.push(object);
    }
}

impl Kept {
    fn most_items(&self) -> usize {
        1 + self.blocks.iter().map(|block| block.len).sum::<usize>()
    }

    /// What was handed out is borrowed, and can be read.
    fn is_borrowed(&self, pointer: *const u8, len: usize) {
        assert!(!pointer.is_null());
        let inside = |block: &Block| {
            pointer.addr() >= block.data.addr() && pointer.addr() + len <= block.data.addr() + block.len
        };
        assert!(len == 0 || self.blocks.iter().any(inside), "not borrowed");
        self.is_readable(pointer, len);
    }

    fn is_readable(&self, pointer: *const u8, len: usize) {
        for at in 0..len {
            // SAFETY: that it is readable is what is tried.
            std::hint::black_box(unsafe { pointer.add(at).read_volatile() });
        }
    }

    /// Goes through an iterator; `next` says what it handed out, if anything.
    fn drain(&self, mut next: impl FnMut() -> bool) {
        let mut steps = 0;
        while next() {
            steps += 1;
            assert!(steps <= self.most_items(), "more items than bytes");
        }
        assert!(!next(), "goes on behind its end");
    }
}

/// Calls what writes into a buffer of just the size that the script says.
fn write(script: &mut Script<'_>, call: impl FnOnce(*mut u8, usize, *mut usize) -> i32) {
    let mut buffer = vec![0xa5; [0, 1, 7, 40, BLOCK_MAX][script.byte() as usize % 5]];
    let mut len = 0;
    let result = call(buffer.as_mut_ptr(), buffer.len(), &mut len);
    assert!(result <= 0);
    assert!(result != 0 || len <= buffer.len());
}

fn drain_chunks(kept: &Kept, chunks: &Object<Chunks<'static>>) {
    let mut chunks = chunks.clone();
    let (mut bytes, mut len, mut encoded) = (null(), 0, false);
    // SAFETY: the library stored the object, and the outputs are variables.
    kept.drain(|| unsafe { cri_chunks_next(chunks.place(), &mut bytes, &mut len, &mut encoded) } && {
        kept.is_borrowed(bytes, len);
        true
    });
}

fn use_text(kept: &mut Kept, script: &mut Script<'_>, text: &Object<Text<'static>>) {
    let (mut chars, mut len) = (null(), 0);
    let mut chunks = Object::new();
    // SAFETY: as above.
    unsafe {
        if cri_text_plain(text.get(), &mut chars, &mut len) {
            kept.is_borrowed(chars, len);
            assert!(cri_text_equal(text.get(), chars, len));
        }
        cri_text_chunks(text.get(), chunks.place());
        write(script, |buf, cap, len| cri_text_decode(text.get(), buf, cap, len));
    }
    drain_chunks(kept, &chunks);
    keep(&mut kept.chunks, chunks);
}

fn drain_iter(kept: &mut Kept, iter: &Object<Items<'static>>) {
    let (mut iter, mut text, mut last) = (iter.clone(), Object::new(), None);
    // SAFETY: as above.
    kept.drain(|| unsafe { cri_iter_next(iter.place(), text.place()) } && {
        last = Some(text.clone());
        true
    });
    if let Some(text) = last {
        keep(&mut kept.texts, text);
    }
}

/// Everything that reads one view and hands out no object.
fn read_view(kept: &Kept, script: &mut Script<'_>, view: In) {
    let (mut pointer, mut len, mut id, mut port) = (null(), 0, 0, 0);
    // SAFETY: as above.
    unsafe {
        assert!(matches!(cri_revision(view), 13 | 27));
        let _ = (cri_is_full(view), cri_discard(view), cri_authority_kind(view), cri_host_kind(view));
        let _ = (cri_host_count(view), cri_path_count(view), cri_query_count(view), cri_path_is_set(view));
        let _ = (cri_query_is_set(view), cri_hash(view), cri_ownership_check(view), cri_port(view, &mut port));
        if cri_scheme_text(view, &mut pointer, &mut len) {
            // Of the library, if the scheme is given by its id.
            if cri_scheme(view, &mut id) { kept.is_readable(pointer, len) } else { kept.is_borrowed(pointer, len) }
        }
        if cri_host_address(view, &mut pointer, &mut len) {
            assert!(len == 4 || len == 16);
            kept.is_borrowed(pointer, len);
        }
        if cri_zone(view, &mut pointer, &mut len) {
            kept.is_borrowed(pointer, len);
        }
        type Writer = unsafe extern "C" fn(In, *mut u8, usize, *mut usize) -> i32;
        let writers: [Writer; 6] = [cri_encode, cri_to_uri, cri_to_iri, cri_host_text, cri_to_edn, cri_cori_from_cri];
        for writer in writers {
            write(script, |buf, cap, len| writer(view, buf, cap, len));
        }
    }
}

const ADDRESS: [u8; 16] = [0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x42];

/// A destination: none, IPv4, or IPv6 with a zone.
fn destination(choice: u8) -> Option<Endpoint> {
    let zone = b"en1";
    match choice % 3 {
        0 => None,
        1 => Some(Endpoint { address: ADDRESS.as_ptr(), address_len: 4, zone: null(), zone_len: 0, port: 61616 }),
        _ => {
            Some(Endpoint { address: ADDRESS.as_ptr(), address_len: 16, zone: zone.as_ptr(), zone_len: 3, port: 5683 })
        }
    }
}

const PROXIES: [u16; 5] = [0, 35, 39, 235, 239];

/// One step of the script.
fn step(kept: &mut Kept, places: &Places, script: &mut Script<'_>, revision: u8) -> Option<()> {
    let (mut flag, mut order, mut pointer, mut len, mut number) = (false, 0, null(), 0, 0);
    let operation = script.byte();
    // SAFETY: objects were stored by the library; what they borrow is there, and unchanged while it runs; outputs are
    // variables, or buffers as long as is said.
    unsafe {
        match operation {
            // Change a byte, or all from one on.
            0..64 => {
                let block = *script.of(&kept.blocks)?;
                let (at, value) = (script.byte() as usize % block.len.max(1), script.byte());
                if block.len > 0 {
                    let count = if operation < 56 { 1 } else { block.len - at };
                    block.data.add(at).write_bytes(value, count);
                }
            }
            64..80 => {
                let view = script.of(&kept.views)?.clone();
                read_view(kept, script, view.get());
            }
            80..96 => {
                let view = script.of(&kept.views)?.get();
                let mut text = Object::new();
                let index = [0, 1, 2, usize::MAX][script.byte() as usize % 4];
                let there = match operation % 5 {
                    0 => cri_userinfo(view, text.place()),
                    1 => cri_host_get(view, index, text.place()),
                    2 => cri_path_get(view, index, text.place()),
                    3 => cri_query_get(view, index, text.place()),
                    _ => cri_fragment(view, text.place()),
                };
                if there {
                    use_text(kept, script, &text);
                    keep(&mut kept.texts, text);
                }
            }
            96..104 => {
                let text = script.of(&kept.texts)?.clone();
                use_text(kept, script, &text);
            }
            104..108 => drain_chunks(kept, script.of(&kept.chunks)?),
            108..116 => {
                let view = script.of(&kept.views)?.get();
                let mut iter = Object::new();
                match operation % 3 {
                    0 => cri_host_iter(view, iter.place()),
                    1 => cri_path_iter(view, iter.place()),
                    _ => cri_query_iter(view, iter.place()),
                }
                keep(&mut kept.iters, iter);
            }
            116..120 => {
                let count = kept.iters.len().max(1);
                let iter = kept.iters.get_mut(script.byte() as usize % count)?;
                let mut text = Object::new();
                if cri_iter_next(iter.place(), text.place()) {
                    keep(&mut kept.texts, text);
                }
            }
            120..128 => {
                let iter = script.of(&kept.iters)?.clone();
                drain_iter(kept, &iter);
            }
            128..152 => {
                let (a, b) = (script.of(&kept.views)?.get(), script.of(&kept.views)?.get());
                let mut made = Object::new();
                let result = match operation % 3 {
                    0 => cri_resolve(a, b, made.place()),
                    1 => cri_relativize(a, b, made.place()),
                    _ => cri_without_fragment(a, made.place()),
                };
                if result == 0 {
                    read_view(kept, script, made.get());
                    keep(&mut kept.views, made);
                }
            }
            152..160 => {
                let (a, b) = (script.of(&kept.views)?.get(), script.of(&kept.views)?.get());
                let mut rest = Object::new();
                cri_equal(a, b, &mut flag);
                cri_equal_ignoring_fragment(a, b, &mut flag);
                cri_compare(a, b, &mut order);
                if cri_path_match(a, b, &mut flag, rest.place()) == 0 && flag {
                    drain_iter(kept, &rest);
                    keep(&mut kept.iters, rest);
                }
            }
            160..172 => {
                let view = script.of(&kept.views)?.clone();
                let proxy = *script.of(&PROXIES)?;
                let destination = destination(script.byte());
                let dest = destination.as_ref().map_or(null(), |endpoint| from_ref(endpoint).cast());
                write(script, |buf, cap, len| match proxy {
                    0 => cri_to_coap(view.get(), dest, 0, buf, cap, len),
                    _ => cri_to_coap_proxy(view.get(), proxy, dest, 0, buf, cap, len),
                });
                let mut scratch = [0; BLOCK_MAX];
                let mut options = Object::new();
                let mut begin = |scratch: *mut u8, cap: usize| {
                    let result = match proxy {
                        0 => cri_coap_options(view.get(), dest, scratch, cap, &mut len, options.place()),
                        _ => cri_coap_proxy_options(view.get(), proxy, dest, scratch, cap, &mut len, options.place()),
                    };
                    (result == 0).then_some(len)
                };
                if let Some(used) = begin(scratch.as_mut_ptr(), BLOCK_MAX)
                    && kept.blocks.len() < BLOCKS
                {
                    // The same again, in a block of just its length.
                    let block = places.block(kept.blocks.len(), &scratch[..used]);
                    assert_eq!(begin(block.data, block.len), Some(used));
                    kept.blocks.push(block);
                    keep(&mut kept.options, options);
                }
            }
            172..184 => {
                let count = kept.options.len().max(1);
                let options = kept.options.get_mut(script.byte() as usize % count)?;
                if operation < 176 {
                    cri_coap_options_next(options.place(), &mut number, &mut pointer, &mut len);
                }
                let mut options = options.clone();
                kept.drain(|| {
                    cri_coap_options_next(options.place(), &mut number, &mut pointer, &mut len) && {
                        // The name of a scheme that is given by its id is the library's.
                        if number == 39 {
                            kept.is_readable(pointer, len)
                        } else {
                            kept.is_borrowed(pointer, len)
                        }
                        true
                    }
                });
            }
            184..192 => {
                let (block, prefix) = (*script.of(&kept.blocks)?, script.of(&kept.views)?.get());
                let (mut rest, mut matcher) = (Object::new(), Object::new());
                if cri_coap_path_match(block.data, block.len, prefix, &mut flag, rest.place()) == 0 && flag {
                    keep(&mut kept.rests, rest);
                }
                if cri_path_matcher_init(matcher.place(), prefix) == 0 {
                    keep(&mut kept.matchers, matcher);
                }
                cri_aif_allows(block.data, block.len, prefix, script.byte(), &mut flag);
            }
            192..198 => {
                let mut rest = script.of(&kept.rests)?.clone();
                kept.drain(|| {
                    cri_coap_path_next(rest.place(), &mut pointer, &mut len) && {
                        kept.is_borrowed(pointer, len);
                        true
                    }
                });
            }
            198..204 => {
                let count = kept.matchers.len().max(1);
                let matcher = kept.matchers.get_mut(script.byte() as usize % count)?;
                let value = [b'a' + script.byte() % 4];
                cri_path_matcher_option(matcher.place(), 11, value.as_ptr(), 1);
                cri_path_matcher_finish(matcher.get(), &mut flag, &mut len);
            }
            204..212 => {
                let (mut target, mut permissions) = (Object::new(), 0);
                if operation < 206 {
                    let (block, mut aif) = (script.of(&kept.blocks)?, Object::new());
                    if cri_aif_entries(revision, block.data, block.len, aif.place()) == 0 {
                        keep(&mut kept.aifs, aif);
                    }
                    return Some(());
                }
                let mut aif = script.of(&kept.aifs)?.clone();
                let mut found = false;
                kept.drain(|| {
                    flag = false;
                    let more = cri_aif_next(aif.place(), &mut flag, target.place(), &mut permissions) == 0 && flag;
                    found |= more;
                    more
                });
                if found {
                    read_view(kept, script, target.get());
                    keep(&mut kept.views, target);
                }
            }
            212..226 => {
                let mut made = Object::new();
                if operation < 214 {
                    let block = script.of(&kept.blocks)?;
                    if cri_cori_parse(block.data, block.len, made.place(), &mut len) == 0 {
                        keep(&mut kept.coris, made);
                    }
                    return Some(());
                }
                let (a, b) = (script.of(&kept.coris)?.clone(), script.of(&kept.coris)?.get());
                let result = if operation % 2 == 0 {
                    cri_cori_resolve(a.get(), b, script.byte() as u32 * 16_843_009, made.place())
                } else {
                    cri_cori_relativize(a.get(), b, made.place())
                };
                let cori = if result == 0 { &made } else { &a };
                assert!(cri_cori_kind(cori.get()) <= 2);
                write(script, |buf, cap, len| cri_cori_encode(cori.get(), buf, cap, len));
                write(script, |buf, cap, len| cri_cori_recompose(cori.get(), buf, cap, len));
                write(script, |buf, cap, len| cri_cori_to_coap(cori.get(), operation / 2 % 4, buf, cap, len));
                write(script, |buf, cap, len| cri_cori_to_cri(cori.get(), revision, buf, cap, len));
                if result == 0 {
                    keep(&mut kept.coris, made);
                }
            }
            226..240 => {
                if operation < 228 {
                    let (block, mut uri) = (script.of(&kept.blocks)?, Object::new());
                    let (mut path, mut query) = (Object::new(), Object::new());
                    if cri_uri_split(block.data, block.len, uri.place(), &mut len) == 0 {
                        cri_uri_path_iter(uri.get(), path.place());
                        cri_uri_query_iter(uri.get(), query.place());
                        keep(&mut kept.uris, uri);
                        keep(&mut kept.pieces, path);
                        keep(&mut kept.pieces, query);
                    }
                    return Some(());
                }
                let uri = script.of(&kept.uris)?;
                cri_uri_host_kind(uri.get());
                for part in 0..8 {
                    if cri_uri_part(uri.get(), part, &mut pointer, &mut len) {
                        kept.is_borrowed(pointer, len);
                        write(script, |buf, cap, out_len| cri_uri_decode(pointer, len, buf, cap, out_len));
                    }
                }
                let mut pieces = script.of(&kept.pieces)?.clone();
                kept.drain(|| {
                    cri_uri_iter_next(pieces.place(), &mut pointer, &mut len) && {
                        kept.is_borrowed(pointer, len);
                        true
                    }
                });
            }
            240..248 => build(kept, script, revision),
            _ => compose(kept, script, revision),
        }
    }
    Some(())
}

/// Bytes of the script, to be written.
fn value<'a>(script: &mut Script<'a>) -> &'a [u8] {
    let (value, rest) = script.0.split_at(((script.byte() & 15) as usize).min(script.0.len()));
    script.0 = rest;
    value
}

/// A builder whose buffer changes between the calls.
fn build(kept: &Kept, script: &mut Script<'_>, revision: u8) {
    let mut buffer = vec![0xa5u8; script.byte() as usize % 80];
    let (data, cap) = (buffer.as_mut_ptr(), buffer.len());
    let mut object = Object::<Builder<'static, MaybeUninit<u8>>>::new();
    let (builder, mut len) = (object.place(), 0);
    // SAFETY: the buffer is there until the end, and only used by pointers till then.
    unsafe {
        assert_eq!(cri_builder_init(builder, revision, script.byte() % 4, data, cap), 0);
        let mut last = 0;
        for _ in 0..kept.most_items().min(40) {
            let text = value(script);
            let (chars, chars_len) = (text.as_ptr(), text.len());
            last = match script.byte() % 12 {
                0 => cri_builder_scheme_name(builder, chars, chars_len),
                1 => cri_builder_discard(builder, script.byte()),
                2 => cri_builder_userinfo(builder, chars, chars_len),
                3 => cri_builder_host_name(builder, chars, chars_len),
                4 => cri_builder_port(builder, script.byte() as u16),
                5 | 6 => cri_builder_segment(builder, chars, chars_len),
                7 => cri_builder_query(builder),
                8 => cri_builder_parameter(builder, chars, chars_len),
                9 => cri_builder_fragment(builder, chars, chars_len),
                10 if cap > 0 => {
                    data.add(script.byte() as usize % cap).write(script.byte());
                    last
                }
                _ => break,
            };
        }
        let result = cri_builder_finish(builder, &mut len);
        assert!(last <= 0 && (result != 0 || len <= cap));
    }
}

/// A composer whose buffer and destination change between the calls.
fn compose(kept: &Kept, script: &mut Script<'_>, revision: u8) {
    let mut buffer = vec![0xa5u8; script.byte() as usize % 120];
    let (data, cap) = (buffer.as_mut_ptr(), buffer.len());
    let mut object = Object::<Composer<'static, MaybeUninit<u8>>>::new();
    let (composer, mut len) = (object.place(), 0);
    let (mut address, mut zone) = (Box::new(ADDRESS), Box::new(*b"en1"));
    let (address, zone) = (from_mut(&mut *address).cast::<u8>(), from_mut(&mut *zone).cast::<u8>());
    let dest = Endpoint { address, address_len: 16, zone, zone_len: 3, port: 5683 };
    let dest = if script.byte() & 1 == 0 { null() } else { from_ref(&dest).cast() };
    // SAFETY: as in `build`.
    unsafe {
        assert_eq!(cri_composer_init(composer, revision, -1, dest, data, cap), 0);
        for _ in 0..kept.most_items().min(40) {
            let option = value(script);
            match script.byte() % 12 {
                choice @ 0..=8 => {
                    let number = [3, 7, 11, 11, 15, 35, 39, 235, 239][choice as usize];
                    assert!(cri_composer_option(composer, number, option.as_ptr(), option.len()) <= 0);
                }
                9 if cap > 0 => data.add(script.byte() as usize % cap).write(script.byte()),
                10 => {
                    address.add(script.byte() as usize % 16).write(script.byte());
                    zone.add(script.byte() as usize % 3).write(script.byte());
                }
                _ => break,
            }
        }
        let result = cri_composer_finish(composer, &mut len);
        assert!(result <= 0 && (result != 0 || len <= cap));
    }
}

fn run(data: &[u8]) -> Option<()> {
    thread_local!(static PLACES: Places = Places::new());
    let (first, mut data) = data.split_first()?;
    let revision = if first & 1 == 0 { 27 } else { 13 };
    let mut kept = Kept::default();
    PLACES.with(|places| {
        for at in 0..3 {
            let (len, rest) = data.split_first()?;
            let (bytes, rest) = rest.split_at_checked(*len as usize)?;
            data = rest;
            let block = places.block(at, bytes);
            kept.blocks.push(block);
            let (mut view, mut cori, mut consumed) = (Object::new(), Object::new(), 0);
            // SAFETY: the block is there, and the outputs are variables.
            unsafe {
                if cri_parse(revision, block.data, block.len, view.place(), &mut consumed) == 0 {
                    kept.views.push(view);
                }
                if cri_cori_parse(block.data, block.len, cori.place(), &mut consumed) == 0 {
                    kept.coris.push(cori);
                }
            }
        }
        let mut script = Script(data);
        while !script.0.is_empty() {
            let _ = step(&mut kept, places, &mut script, revision);
        }
        Some(())
    })
}

fuzz_target!(|data: &[u8]| {
    let _ = run(data);
});

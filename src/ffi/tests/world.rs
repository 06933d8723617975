// SPDX-License-Identifier: MIT OR Apache-2.0
//! The memory of a C program, and the arguments that the program chooses for a call.

extern crate std;

use core::ffi::c_char;
use std::any::{Any, TypeId};
use std::prelude::rust_2024::*;
use std::vec;

use super::all::*;

/// The first contents of the blocks: CBOR, URIs, links, options, notation.
const SAMPLES: [&[u8]; 21] = [
    b"a",
    b"\x85\x20\x84\xf4\x61u\x61h\x18\x50\x82\x61a\x82\x61b\x41;\x81\x63a=q\x61f",
    b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x42\x63en1",
    b"\xd8\x63\x83\x20\x81\x61h\x82\x6b.well-known\x64core",
    b"\x84\x01\x81\x61x\x81\x61y\x61z",
    b"\x82\x83\x20\x81\x61h\x81\x61a\x80",
    b"\x83\x82\x82\x81\x61a\x81\x61q\x03\x82\x81\x82\x61a\x61b\x01\x82\x81\x80\x18\x7f",
    b"\x88\x01\x64coap\x02\x61h\x04\x18\x50\x06\x61a",
    b"</a>;a=\"a b\";x,<c>;anchor=\"/d\";a=a",
    b"rt=b*",
    b"\x31h\x81a\x01b\x41q",
    b"\xd3\x02a=q",
    b"coap://u@[fe80::1%25en1]:1234/a/../b%3Bc?d&e#f",
    b"http://h.example/\xc3\xa9",
    b"coap://h/a/b?q",
    b"/{}/{*}",
    b"/{a}{?a,b:1}",
    b"coap",
    b"\x61a",
    b"rt",
    b"[-1, [\"h\"], [\"a\", \"b\"]]",
];

/// The number of buffers for outputs, the length of each buffer, and the number of objects of each type.
const BUFFERS: usize = 6;
const BUFFER_LEN: usize = 96;
const OBJECTS: usize = 2;

/// The memory of a C program, and the arguments that the program chooses.
pub struct World {
    random: u64,
    /// The pointer and the length of every block and buffer. The program accesses the blocks only through these
    /// pointers.
    blocks: Vec<(*mut u8, usize)>,
    objects: Vec<(TypeId, *mut ())>,
    /// The length of the memory that the last argument points to, for the argument that follows it.
    pub length: Option<usize>,
    /// The byte that the program changed, until it is changed back.
    changed: Option<*mut u8>,
    /// The owner of the memory that the pointers in the other fields point to.
    memory: Vec<Box<dyn Any>>,
}

impl World {
    pub fn new(random: u64) -> Self {
        let mut world = Self { random, blocks: vec![], objects: vec![], length: None, changed: None, memory: vec![] };
        for bytes in SAMPLES.map(|sample| sample.to_vec()).into_iter().chain(vec![vec![0xa5; BUFFER_LEN]; BUFFERS]) {
            let block = (world.lend(&bytes), bytes.len());
            world.blocks.push(block);
        }
        let (zone, pattern, scheme) = (world.lend(b"en1"), world.lend(b"/{}/{*}"), world.lend(b"example"));
        let name: *mut u8 = world.lend(b"a");
        let addr = world.lend(&[0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        let endpoint = cri_endpoint_t { addr, addr_len: 16, zone: zone.cast(), zone_len: 3, port: 5683 };
        let route = cri_route_t { pattern: pattern.cast(), pattern_len: 7, id: 1 };
        let row = cri_scheme_row_t { name: scheme.cast(), name_len: 7, number: 60_000, coap_port: 5683 };
        let (name, value) = (name.cast(), zone.cast());
        let variable = cri_template_variable_t {
            name,
            name_len: 1,
            value,
            value_len: 3,
            key: value,
            key_len: 3,
            kind: CRI_TEMPLATE_PAIR,
        };
        let schemes = world.lend(&[-1, -2, -60_001]);
        let table = world.lend(&[row]);
        let settings = cri_request_settings_t {
            schemes,
            schemes_len: 3,
            table,
            table_len: 1,
            zone: zone.cast(),
            zone_len: 3,
            flags: 0,
        };
        for at in 0..OBJECTS {
            // SAFETY: there are `OBJECTS` objects of each type.
            unsafe {
                world.objects_of::<cri_endpoint_t>().add(at).write(cri_endpoint_t { ..endpoint });
                world.objects_of::<cri_route_t>().add(at).write(route);
                world.objects_of::<cri_scheme_row_t>().add(at).write(row);
                world.objects_of::<cri_template_variable_t>().add(at).write(variable);
                world.objects_of::<cri_request_settings_t>().add(at).write(settings);
            }
        }
        world
    }

    /// Copies values into new memory, and returns a pointer to the copy.
    fn lend<T: Copy + 'static>(&mut self, values: &[T]) -> *mut T {
        let mut memory = values.to_vec();
        let start = memory.as_mut_ptr();
        self.memory.push(Box::new(memory));
        start
    }

    /// Returns objects of a type: all zeros, or filled by earlier calls.
    fn objects_of<T: 'static>(&mut self) -> *mut T {
        let known = self.objects.iter().find(|(kind, _)| *kind == TypeId::of::<T>());
        if let Some((_, objects)) = known {
            return objects.cast();
        }
        let mut memory: Vec<T> = Vec::with_capacity(OBJECTS);
        let start = memory.as_mut_ptr();
        // SAFETY: the memory has room for `OBJECTS` objects.
        unsafe { start.write_bytes(0, OBJECTS) };
        self.memory.push(Box::new(memory));
        self.objects.push((TypeId::of::<T>(), start.cast()));
        start
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.random >> 33) as usize % limit
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    fn object<T: 'static>(&mut self) -> *mut T {
        let objects = self.objects_of::<T>();
        self.length = Some(1);
        // SAFETY: there are `OBJECTS` objects.
        unsafe { objects.add(self.below(OBJECTS)) }
    }

    /// Returns one of the blocks from an index on. The last blocks are the buffers. The first block is the most
    /// frequent, because it can be a name, a value or a segment.
    fn block(&mut self, from: usize) -> *mut u8 {
        let at = if from == 0 && self.below(3) == 0 { 0 } else { from + self.below(self.blocks.len() - from) };
        let (start, length) = self.blocks[at];
        self.length = Some(if self.below(16) == 0 { self.below(length) } else { length });
        start
    }

    /// Does what a program may do between two calls: reads every buffer and sometimes changes a byte of a block, which
    /// the next call of this function changes back.
    pub fn touch(&mut self) {
        for (start, length) in &self.blocks[SAMPLES.len()..] {
            let mut copy = [0; BUFFER_LEN];
            // SAFETY: the block has `length` bytes.
            unsafe { copy.as_mut_ptr().copy_from_nonoverlapping(*start, *length) };
        }
        if let Some(byte) = self.changed.take() {
            flip(byte);
        } else if self.below(8) == 0 {
            let byte = self.block(0);
            flip(byte);
            self.changed = Some(byte);
        }
    }
}

/// Changes the first byte of a block, or changes it back.
fn flip(byte: *mut u8) {
    // SAFETY: no block is empty.
    unsafe { byte.write(byte.read() ^ 1) }
}

/// An argument of an export.
pub trait Choose {
    fn choose(world: &mut World) -> Self;
}

macro_rules! choose {
    ($($type:ty: |$world:ident| $value:expr;)*) => { $(
        impl Choose for $type {
            fn choose($world: &mut World) -> Self {
                $value
            }
        }
    )* };
}

choose! {
    *const u8: |world| world.block(0);
    *const c_char: |world| world.block(0).cast();
    *mut u8: |world| world.block(SAMPLES.len());
    *mut c_char: |world| world.block(SAMPLES.len()).cast();
    usize: |world| world.length.take().unwrap_or_else(|| world.below(3));
    bool: |world| world.below(2) == 0;
    u8: |world| {
        if world.below(2) == 0 { CRI_REV_27 } else { world.one_of(&[CRI_REV_13, 0, 1, 2, 3, 4, 5, 6, 127, 255]) }
    };
    u16: |world| world.one_of(&crate::coap::OPTIONS.map(|(number, _)| number));
    u32: |world| world.one_of(&[0, 1, 2, 7]);
    i32: |world| -(world.below(256) as i32);
    i64: |world| world.one_of(&[-1, -1, -2, -9, -25, 0]);
}

macro_rules! objects {
    ($($type:ty)*) => { $(
        impl Choose for *mut $type {
            fn choose(world: &mut World) -> Self {
                world.object()
            }
        }

        impl Choose for *const $type {
            fn choose(world: &mut World) -> Self {
                if world.below(16) == 0 { core::ptr::null() } else { world.object::<$type>() }
            }
        }
    )* };
}

objects! {
    cri_t cri_builder_t cri_text_t cri_iter_t cri_chunks_t cri_endpoint_t cri_cori_t cri_coap_composer_t
    cri_coap_options_t cri_coap_path_t cri_coap_raw_t cri_link_t cri_link_lookup_t cri_links_t cri_link_value_t
    cri_link_attributes_t cri_link_writer_t cri_items_t cri_find_t cri_uri_t cri_uri_iter_t
    cri_scheme_row_t cri_walk_t cri_place_t cri_aif_t cri_routes_t cri_route_t cri_template_variable_t
    cri_request_settings_t cri_request_t usize bool u16 u32 u64 i32 i64 *const c_char *const u8 *const cri_route_t
}

# SPDX-License-Identifier: MIT OR Apache-2.0
"""A recipe for Conan 2, which builds libcri from the source next to it, with CMake and the cargo on the path.

conan create contrib/conan
"""
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

SOURCES = [
    "CMakeLists.txt",
    "Cargo.toml",
    "Cargo.lock",
    "build.rs",
    "LICENSE-*",
    "cmake/*",
    "include/*",
    "iana/*",
    "script/archive",
    "src/*",
]


class Cri(ConanFile):
    name = "libcri"
    description = (
        "Constrained Resource Identifiers (CRI) for firmware: parse, resolve, compare and convert, without a heap"
    )
    license = "MIT OR Apache-2.0"
    topics = ("cri", "uri", "coap", "cbor", "embedded")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"schemes_full": [True, False], "nfc": [True, False]}
    default_options = {"schemes_full": True, "nfc": False}

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        manifest = load(self, os.path.join(self._root, "Cargo.toml"))
        self.version = re.search(r'^version = "(.*)"', manifest, re.M).group(1)

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, self._root, self.export_sources_folder)

    def configure(self):
        # The archive does not depend on the C++ standard and library, because it has a C interface.
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def validate(self):
        if self.settings.os not in ("Linux", "baremetal", "Macos"):
            raise ConanInvalidConfiguration(
                f"libcri has no target for {self.settings.os}: Linux, Macos or baremetal is needed"
            )

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["CRI_BUILD_TESTS"] = False
        toolchain.cache_variables["CRI_BUILD_EXAMPLES"] = False
        toolchain.cache_variables["CRI_BUILD_TOOLS"] = False
        toolchain.cache_variables["CRI_SCHEMES_FULL"] = bool(self.options.schemes_full)
        toolchain.cache_variables["CRI_NFC"] = bool(self.options.nfc)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE-*", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # Conan makes its own CMake files.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))

    def package_info(self):
        self.cpp_info.libs = ["cri"]
        self.cpp_info.set_property("cmake_file_name", "cri")
        self.cpp_info.set_property("cmake_target_name", "cri::cri")
        self.cpp_info.set_property("pkg_config_name", "cri")
        # cri.pc contains the other settings that a program needs.
        pkg_config = load(self, os.path.join(self.package_folder, "lib", "pkgconfig", "cri.pc"))
        self.cpp_info.defines = re.findall(r" -D(\S+)", re.search(r"^Cflags:.*", pkg_config, re.M).group())
        if self.options.nfc and "CRI_NFC" not in self.cpp_info.defines:
            self.cpp_info.defines.append("CRI_NFC")

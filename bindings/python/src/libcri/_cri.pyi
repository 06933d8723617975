# SPDX-License-Identifier: MIT OR Apache-2.0
from typing import Any

ffi: Any
lib: Any

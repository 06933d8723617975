#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
import sys

from testrunner import run_check_unittests

if __name__ == "__main__":
    sys.exit(run_check_unittests())

#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the Swift source that makes the texts of refusals part of the engine.
#
#     Resources/packaging/embed-refusals.sh >Sources/FlintModel/StandardRefusalStrings.swift
set -eu

cat <<'END'
// SPDX-License-Identifier: MIT

// Written by "make resources" from Resources/Refusals.xcstrings.
// swift-format-ignore-file

/// The framework's own String Catalog of refusals.
let standardRefusalStrings = ##"""
END
# One line for each text.
awk '
    /^    "/ { entry = "    " }
    entry == "" { print; next }
    { last = /^    }/; sub(/^ +/, ""); entry = entry $0 }
    last { print entry; entry = "" }
' Resources/Refusals.xcstrings
echo '"""##'

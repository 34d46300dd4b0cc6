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
cat Resources/Refusals.xcstrings
echo '"""##'

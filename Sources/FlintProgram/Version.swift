// SPDX-License-Identifier: MIT

/// The version number of this release, in semantic versioning.
///
/// The Makefile reads it from this line to name the packages. Tests compare it with the README, the formula, and the
/// manual page, and `make release-check` also compares it with the changelog.
let version = "0.2.0"

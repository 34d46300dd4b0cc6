// SPDX-License-Identifier: MIT

/// The version number of this release, in semantic versioning.
///
/// The Makefile reads it from this line to name the packages. Tests compare it with the changelog and the manual page.
let version = "0.2.0"

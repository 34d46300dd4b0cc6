/// The number of this release, as semantic versioning has it.
///
/// The Makefile reads it from this line for the packages, and the tests hold the changelog and the manual page to it.
let version = "0.1.1"

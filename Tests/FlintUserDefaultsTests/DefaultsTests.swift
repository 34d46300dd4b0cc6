import Testing

/// Tests of user defaults, which run serially.
///
/// User defaults are shared by a process, and on Linux a value that one thread has just set can be missing for a moment
/// while another thread sets a value or removes a suite.
@Suite(.serialized) enum DefaultsTests {}

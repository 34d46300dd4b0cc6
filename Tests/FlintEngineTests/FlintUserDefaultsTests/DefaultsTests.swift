import Testing

/// Tests of user defaults, which run serially.
///
/// User defaults are shared within a process. On Linux, a value that one thread has just set can be temporarily missing
/// while another thread sets a value or removes a suite.
@Suite(.serialized) enum DefaultsTests {}

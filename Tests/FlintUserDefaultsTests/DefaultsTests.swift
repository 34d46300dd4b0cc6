import Testing

/// Everything about the user's defaults, one after the other.
///
/// A process has them once, and on Linux a value that one thread has just set can be missing for a moment while another
/// thread sets a value or removes a suite.
@Suite(.serialized) enum DefaultsTests {}

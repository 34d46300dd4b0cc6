import Testing

/// Tests that use curses.
///
/// They run serially, because curses supports only one screen at a time.
@MainActor
@Suite(.serialized)
enum CursesTests {}

import Testing

/// Tests that use curses, which knows only one screen at a time: they run one after the other.
@MainActor
@Suite(.serialized)
enum CursesTests {}

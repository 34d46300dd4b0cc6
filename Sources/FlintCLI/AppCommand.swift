import ArgumentParser

/// A command that works on a running app.
protocol AppCommand: ParsableCommand, SendableMetatype {
    /// Does it, on the main queue.
    ///
    /// - Returns: The status the program exits with, or `nil` if the command ends the program itself later.
    /// - Throws: ``CommandLineError``.
    @MainActor
    mutating func run() async throws -> Int32?
}

import FlintCore

/// Whether everything that was changed is in its file.
enum SavedState {
    /// Checks that every change of a state file has been saved.
    ///
    /// - Throws: ``CommandLineError`` with the status for the first file that could not be changed.
    static func check() throws(CommandLineError) {
        if let error = StateFileAccess.process.saveErrors.first { throw CommandLineError(saving: error) }
    }

    /// Describes, one sentence each, what could not be saved until the program ends.
    static var problems: [String] { StateFileAccess.process.saveErrors.map { "A change is not saved. \($0)" } }
}

extension StateFileAccess.Mode {
    /// A command waits for a lock for as long as a person would, reports that, and then gives up.
    static let commandLine = Self.waiting(milliseconds: 10_000)
}

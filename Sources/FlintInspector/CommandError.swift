/// Why a command could not be carried out, in a sentence that names a remedy.
struct CommandError: Error {
    /// The sentence.
    let message: String

    /// Creates an error.
    init(_ message: String) {
        self.message = message
    }
}

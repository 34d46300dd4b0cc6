/// Names the files of a ``FileLoggerOutput``.
///
/// Called on the output's own queue.
public protocol LogFileNamingStrategy: Sendable {
    /// The name of the file to write to from now on, without slashes.
    ///
    /// Asked at first, when a day has passed, and when a file is full. If a file of this name is full, a number is put
    /// before its extension.
    func next() -> String

    /// Whether a file of the folder, the number possibly in its name, was named by a strategy like this one.
    ///
    /// Such files are counted, removed when there are too many, and copied for reports. Without an answer of its own, a
    /// strategy recognises none, and then only files written since the output was made are.
    func recognises(_ fileName: String) -> Bool
}

extension LogFileNamingStrategy {
    /// None.
    public func recognises(_ fileName: String) -> Bool { false }
}

extension Journal {
    /// Writes every event from now on to a file, as one line of JSON each.
    ///
    /// ```swift
    /// let stream = try runtime.journal.stream(to: "/home/me/.local/state/app/journal.jsonl")
    /// // {"action":"PlayAction","cause":"user","date":"2026-02-03T09:30:00.250Z","feature":"Podcasts/Playback",…}
    /// let content = try JournalFiles.read(path: stream.path)
    /// ```
    ///
    /// - Parameters:
    ///   - path: Where the file is; it is made with its directory where there is none, and else added to.
    ///   - sizeLimit: The bytes the file should not have more of; a full one is kept beside it.
    ///   - fileLimit: How many files there may be, the one that is written to included.
    /// - Returns: The stream, which ends when it is cancelled or released.
    /// - Throws: ``LogFileError`` if the file cannot be written. Where that happens later it is an advisory.
    public func stream(to path: String, sizeLimit: Int = 10 << 20, fileLimit: Int = 3) throws -> JournalStream {
        try JournalStream(journal: self, path: path, sizeLimit: sizeLimit, fileLimit: fileLimit)
    }
}

import FlintCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Streams events to a file that has no room for a while, as on a full disk.
enum FullDiskUser {
    /// Records an event before, while and after there is room for a part of a line only, and prints what is in the file.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be.
    ///   - output: Prints a line.
    static func run(path: String, output: (String) -> Void) {
        // Otherwise the first write beyond the limit would end the process.
        signal(SIGXFSZ, SIG_IGN)
        let runtime = FlintRuntime()
        runtime.setUp(Nothing.self)
        do {
            let stream = try runtime.journal.stream(to: path)
            runtime.advise("before")
            limitFiles(to: size(of: path) + 20)
            runtime.advise("meanwhile")
            limitFiles(to: nil)
            runtime.advise("after")
            stream.cancel()
            let content = try JournalFiles.read(path: path)
            for record in content.records { output(record.title) }
            output("\(content.unreadableLines) torn")
        } catch {
            output("\(error)")
        }
    }

    /// Limits how many bytes a file of this process may have; `nil` for no limit.
    private static func limitFiles(to size: Int?) {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
            let resource = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
        setrlimit(resource, &limit)
    }

    private static func size(of path: String) -> Int {
        var information = stat()
        return stat(path, &information) == 0 ? Int(information.st_size) : 0
    }
}

/// A group without features.
private final class Nothing: FeatureGroup {
    static let description = "Nothing"
    static var subfeatures: [FeatureDefinition.Type] { [] }
}

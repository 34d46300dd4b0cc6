import FlintCore
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Streams events to a file on a simulated full disk.
enum FullDiskUser {
    /// Records an event before, during, and after a time in which the disk has room for only part of a line, and prints
    /// the content of the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - output: Prints a line.
    static func run(path: String, output: (String) -> Void) {
        // The first write beyond the limit would otherwise end the process.
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
            var torn = 0
            for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst() {
                let record = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                if let title = record?["title"] as? String { output(title) } else { torn += 1 }
            }
            output("\(torn) torn")
        } catch {
            output("\(error)")
        }
    }

    /// Limits the size of files that this process writes, in bytes.
    ///
    /// Pass `nil` to remove the limit.
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

private final class Nothing: FeatureGroup {
    static let description = "Nothing"
    static var subfeatures: [FeatureDefinition.Type] { [] }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder under a name nobody else has, for its owner only.
struct TemporaryFolder {
    /// Where it is.
    let url: URL

    /// Makes a folder.
    ///
    /// - Parameters:
    ///   - parent: The folder to make it in.
    ///   - prefix: What its name begins with.
    /// - Throws: ``DebugReportError`` if it cannot be made.
    init(in parent: URL, prefix: String) throws(DebugReportError) {
        let template = parent.appending(path: "\(prefix)-XXXXXX").path(percentEncoded: false)
        var name = Array(template.utf8CString)
        let isMade = name.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard isMade else { throw .unwritable(path: template, reason: String(cString: strerror(errno))) }
        url = URL(
            filePath: String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self),
            directoryHint: .isDirectory)
    }

    /// Deletes it with everything in it.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The path of the file with the input.
private let path = TemporaryPath.of("journal-fuzz.jsonl")

/// The function that the fuzzer calls with every input.
///
/// - Parameters:
///   - start: The first byte.
///   - count: The number of bytes.
/// - Returns: Always 0. A violated invariant ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = JournalProperty.problem(with: input, at: path) { fatalError(problem) }
    return 0
}

/// The folder of temporary files.
private enum TemporaryPath {
    static func of(_ name: String) -> String {
        FileManager.default.temporaryDirectory.appending(path: "\(ProcessInfo.processInfo.processIdentifier)-\(name)")
            .path
    }
}

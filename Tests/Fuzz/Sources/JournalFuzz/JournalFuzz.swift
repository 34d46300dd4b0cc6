#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

private enum TemporaryPath {
    static func of(_ name: String) -> String {
        FileManager.default.temporaryDirectory.appending(path: "\(ProcessInfo.processInfo.processIdentifier)-\(name)")
            .path
    }
}

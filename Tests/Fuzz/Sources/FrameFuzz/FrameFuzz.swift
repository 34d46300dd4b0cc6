import Foundation

/// The app that is served while the fuzzer runs.
private let property = try? FrameProperty()

/// The function that the fuzzer calls with every input.
///
/// - Parameters:
///   - start: The first byte.
///   - count: The number of bytes.
/// - Returns: Always 0. A violated invariant ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let property else { fatalError("The app cannot be served.") }
    if let problem = property.problem(with: input) { fatalError(problem) }
    // Commands are executed on the main queue, whose thread is the current one.
    RunLoop.main.run(until: Date())
    return 0
}

import Foundation

/// The function that the fuzzer calls with every input.
///
/// - Parameters:
///   - start: The first byte.
///   - count: The number of bytes.
/// - Returns: Always 0; a violated invariant ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = problem(with: input) { fatalError(problem) }
    return 0
}

/// Gives a server the input and waits for its answers; its tasks run on the main queue, which is this thread's.
private func problem(with input: [UInt8]) -> String? {
    MainActor.assumeIsolated {
        let run = ModelContextProperty(input)
        while !run.isIdle { RunLoop.main.run(until: Date()) }
        return run.problem
    }
}

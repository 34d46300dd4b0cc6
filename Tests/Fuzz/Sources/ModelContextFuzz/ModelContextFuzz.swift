import Foundation

/// The function that the fuzzer calls with every input.
///
/// - Parameters:
///   - start: The first byte.
///   - count: The number of bytes.
/// - Returns: Always 0. A violated invariant ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = problem(with: input) { fatalError(problem) }
    return 0
}

/// Sends the input to a server and waits for its answers.
///
/// The server's tasks run on the main queue, whose thread is the current one.
private func problem(with input: [UInt8]) -> String? {
    MainActor.assumeIsolated {
        let run = ModelContextProperty(input)
        while !run.isIdle { RunLoop.main.run(until: Date()) }
        return run.problem
    }
}

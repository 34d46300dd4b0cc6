/// The function that the fuzzer calls with every input.
///
/// - Parameters:
///   - start: The first byte.
///   - count: The number of bytes.
/// - Returns: Always 0. A violated invariant ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = ConsoleFileProperty.problem(with: input) { fatalError(problem) }
    return 0
}

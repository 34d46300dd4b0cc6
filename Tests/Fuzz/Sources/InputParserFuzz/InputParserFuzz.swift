/// What the fuzzer calls with every input it tries.
///
/// - Parameters:
///   - start: The first byte.
///   - count: How many bytes there are.
/// - Returns: Always 0; a broken promise of the parser ends the program.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = InputParserProperty.reduced.problem(with: input) { fatalError(problem) }
    return 0
}

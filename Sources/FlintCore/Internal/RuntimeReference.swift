/// A reference to a runtime from something the runtime itself may keep.
///
/// The runtime of the process is never released, so a plain reference does: an object that has ever been referred to
/// weakly is dearer to use from then on, and this one is used all the time.
struct RuntimeReference: @unchecked Sendable {
    private let kept: FlintRuntime?
    /// The runtime, if it stays as long as this does, so that references to it need not be counted.
    let lasting: Unmanaged<FlintRuntime>?
    /// Weak references are read and cleared atomically, so this needs no lock.
    private weak let owner: FlintRuntime?

    /// Refers to a runtime and keeps it alive, which only something may that the runtime does not keep.
    init(keeping runtime: FlintRuntime) {
        kept = runtime
        lasting = .passUnretained(runtime)
        owner = nil
    }

    /// Refers to a runtime without keeping it alive.
    init(to runtime: FlintRuntime) {
        kept = runtime.isOfProcess ? runtime : nil
        lasting = runtime.isOfProcess ? .passUnretained(runtime) : nil
        owner = runtime.isOfProcess ? nil : runtime
    }

    /// The runtime, if it is still there.
    var runtime: FlintRuntime? { kept ?? owner }
}

import FlintCore

/// Where a simulated device keeps what it must remember: in memory, and in a file if it has one.
///
/// With a file, every change is made to what the file holds at that moment, so that several processes share one
/// device and none undoes what another has done. All members may be called from any thread.
final class DeviceMemory: Sendable {
    private let memory = Protected(DeviceContent())

    /// Creates a memory that lasts as long as the program.
    init() {}

    /// What is remembered.
    var content: DeviceContent { memory.withLock { $0 } }

    /// Changes what is remembered.
    ///
    /// - Parameter body: Gets what is remembered now and changes it; called once.
    /// - Returns: What the body returns.
    func update<Result>(_ body: (inout DeviceContent) -> Result) -> Result {
        memory.withLock { body(&$0) }
    }
}

import FlintCore

/// An actor of the app that binds a runtime.
///
/// Its bound runtime performs no action, because the module's features are isolated to the main actor.
actor Barometer {
    private(set) var readings = 0

    func read() async -> Int {
        await Flint.withRuntime(FlintRuntime()) { () async in
            readings += 1
            return readings
        }
    }
}

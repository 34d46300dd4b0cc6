import FlintCore

/// Reads the pressure of the air, one reading after another.
///
/// Its bound runtime performs nothing: the module's features belong to the main actor.
actor Barometer {
    private(set) var readings = 0

    func read() async -> Int {
        await Flint.withRuntime(FlintRuntime()) { () async in
            readings += 1
            return readings
        }
    }
}

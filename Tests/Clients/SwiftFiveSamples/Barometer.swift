import FlintCore

/// An actor of the app that binds a runtime.
///
/// Its bound runtime is set up and performs an action, because the module's features are not isolated to an actor.
actor Barometer {
    private(set) var readings = 0

    func read() async -> Int {
        await Flint.withRuntime(FlintRuntime()) {
            Flint.setup(WeatherFeature.self)
            readings += 1
            let outcome = await WeatherFeature.forecast.perform(withInput: 3)
            return outcome == .success ? readings : 0
        }
    }
}

import FeatureGating
import FlintCore
import FlintLocks

/// The checks after all threads have finished.
enum Verdict {
    static func problems(of runtime: FlintRuntime) -> [String] {
        var problems: [String] = []
        if !Worker.haveAllCompleted { problems.append("an action has not completed") }
        for metadata in runtime.features {
            let verdict = runtime.availability(of: metadata.feature)
            if runtime.explanation(of: metadata).verdict != verdict {
                problems.append("\(metadata.path) is \(verdict), and its explanation has another verdict")
            }
        }
        let shops = runtime.features.count { "\($0.path)".hasPrefix("Shop<") }
        if shops != 64 { problems.append("\(shops) of 64 features registered late are listed") }
        let ids = runtime.journal.events.map(\.id)
        if ids != Array((ids.first ?? 0)..<(ids.first ?? 0) + UInt64(ids.count)) {
            problems.append("the journal has gaps")
        }
        satisfyRequirements(runtime)
        if Museum.visit.request() == nil {
            let reason = runtime.explanation(of: Museum.self).summary
            problems.append("a request with every requirement satisfied is denied: \(reason)")
        }
        World.camera.permit(false)
        if Museum.visit.request() != nil { problems.append("a request without its permission is granted") }
        return problems
    }

    /// Satisfies every requirement of the museum.
    private static func satisfyRequirements(_ runtime: FlintRuntime) {
        runtime.facts.removeAllOverrides(cause: .app)
        World.tracker.overridePurchase(product: World.pass, with: .purchased)
        World.camera.permit(true)
        World.toggles.setEnabled(Museum.self, enabled: true)
        World.flags.setFeatureEnabled(feature: FeatureFlag(key: World.trams), enabled: true)
        World.isQuarterOpen.store(true, ordering: .releasing)
        Flint.runtimeSwitchChanged(Quarter.self)
    }
}

import FeatureGating
import FlintCore
import Synchronization

/// What must hold when everything has come to rest.
enum Verdict {
    /// What does not hold, in words.
    static func problems(of runtime: FlintRuntime) -> [String] {
        var problems: [String] = []
        if !Worker.isEven { problems.append("an action has not told how it ended") }
        for metadata in runtime.features {
            let verdict = runtime.verdict(of: metadata)
            if runtime.explanation(of: metadata).verdict != verdict {
                problems.append("\(metadata.path) is \(verdict), and its explanation says otherwise")
            }
        }
        let shops = runtime.features.count { "\($0.path)".hasPrefix("Shop<") }
        if shops != 64 { problems.append("\(shops) of 64 features that came late are there") }
        let ids = runtime.journal.events.map(\.id)
        if ids != Array((ids.first ?? 0)..<(ids.first ?? 0) + UInt64(ids.count)) {
            problems.append("the journal has gaps")
        }
        settle(runtime)
        if Museum.visit.request() == nil {
            let reason = runtime.explanation(of: Museum.self).summary
            problems.append("what is allowed in every respect is not granted: \(reason)")
        }
        World.camera.permit(false)
        if Museum.visit.request() != nil { problems.append("what is not permitted is granted") }
        return problems
    }

    /// Makes everything the museum requires so.
    private static func settle(_ runtime: FlintRuntime) {
        runtime.facts.removeAllOverrides(cause: .app)
        World.tracker.overridePurchase(product: World.pass, with: .purchased)
        World.camera.permit(true)
        World.toggles.setEnabled(Museum.self, enabled: true)
        World.flags.setFeatureEnabled(feature: FeatureFlag(key: World.trams), enabled: true)
        World.isQuarterOpen.store(true, ordering: .releasing)
        Flint.runtimeSwitchChanged(Quarter.self)
    }
}

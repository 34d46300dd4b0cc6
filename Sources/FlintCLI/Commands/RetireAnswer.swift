// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// The answer of `flint lint --retire`: the effect of removing a feature flag from the app's code.
struct RetireAnswer: Encodable {
    struct Version: Encodable {
        let file: String
        let asks: Bool
        /// The features whose requirements ask for the flag; empty for a file of gates, which does not name them.
        let features: [FlagRetirement.Feature]

        init(_ file: GatingFile, asksFor flag: FeatureKey) throws(CommandLineError) {
            self.file = file.path
            if let lock = file.recordedLock {
                (asks, features) = (lock.names(FactReference(kind: .flag, key: flag.rawValue)), [])
            } else {
                features = FlagRetirement.features(of: try file.world(), asking: flag)
                asks = !features.isEmpty
            }
        }
    }

    let flag: String
    let value: String
    let gates: [FlagRetirement.Gate]
    let deadWithGroup: [FlagRetirement.Feature]
    let equal: [[FlagRetirement.Feature]]
    let unneededFacts: [FlagRetirement.UnneededFact]
    let unneededActions: [FlagRetirement.UnneededAction]
    let versions: [Version]

    init(_ retirement: FlagRetirement, _ versions: [Version]) {
        (flag, value) = (retirement.flag.rawValue, retirement.isOn ? "on" : "off")
        (gates, deadWithGroup, equal) = (retirement.gates, retirement.deadWithGroup, retirement.equal)
        (unneededFacts, unneededActions) = (retirement.unneededFacts, retirement.unneededActions)
        self.versions = versions
    }

    /// Returns the answer as lines.
    ///
    /// `adoption` is the line of code that adopts the flag, or `nil` for a flag that features require.
    static func lines(_ retirement: FlagRetirement, _ versions: [Version], adoption: CodeLocation?) -> [String] {
        let flag = retirement.flag.rawValue
        var lines = retirement.gates.map { gate in
            switch gate.effect {
            case .ungated:
                "\(gate.name): ungated, needed \(gate.before)" + (gate.after.map { ", still needs \($0)" } ?? "")
            case .dead: "\(gate.name): dead, needed \(gate.before)"
            case .simplified: "\(gate.name): \(gate.before) -> \(gate.after ?? "")"
            }
        }
        if lines.isEmpty { lines.append("No feature requires the flag \(flag).") }
        if let adoption {
            lines.append("Remove its case from the enumeration that \(adoption) adopts, and each check of the case.")
        }
        lines += retirement.deadWithGroup.map { "\($0.name): dead, because its group is" }
        func section(_ title: String, _ items: [String]) {
            if !items.isEmpty { lines += ["", title] + items.map { "  " + $0 } }
        }
        section(
            "Always available together afterwards", retirement.equal.map { $0.map(\.name).joined(separator: ", ") })
        section(
            "Not needed anymore",
            retirement.unneededFacts.map { "\($0.fact.kind.rawValue) \($0.fact.key) (\($0.title))" }
                + retirement.unneededActions.map { "action \($0.name) of \($0.featureName)" })
        section(
            "Released versions",
            versions.map { version in
                guard version.asks else { return "\(version.file) does not ask for the flag" }
                let names = version.features.map(\.name).joined(separator: ", ")
                return "\(version.file) still asks for the flag" + (names.isEmpty ? "" : ": \(names)")
            })
        return lines
    }
}

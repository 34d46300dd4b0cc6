import FeatureGating
import FlintCore

extension FlintRuntime {
    /// How many features a sentence about a change names; the rest are counted.
    static var namedEffects: Int { 20 }

    /// What a change did to features, as the end of a sentence; empty if it did nothing.
    func effect(of changes: [AvailabilityChange]) -> String {
        guard !changes.isEmpty else { return "" }
        var words = changes.prefix(Self.namedEffects).map { change in
            let name = name(of: change.feature)
            return switch change.after.boolValue {
            case true?: "\(name) is available"
            case false?: "\(name) is not available"
            case nil: "\(name) is undetermined"
            }
        }
        if changes.count > words.count { words.append("and \(changes.count - words.count) more") }
        return "; " + words.joined(separator: ", ")
    }
}

import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The schemas of what tools answer, which are those of the commands of the same purpose.
///
/// The raw values are the names of the files in `Resources/schema`. A program has their texts built in, because it may run
/// where there are no such files.
package enum ToolSchema: String, CaseIterable {
    /// The answer of a tool that changes something.
    case change = "change.v1"
    /// The answer of `explain_feature`.
    case explain = "explain.v1"
    /// The answer of `impact`.
    case impact = "impact.v1"
    /// The answer of `list_features`.
    case list = "mcp-list.v1"
    /// The answer of `log`.
    case log = "logs.v1"
    /// The answer of `perform_action`.
    case perform = "perform.v1"
    /// The answer of `timeline`.
    case timeline = "timeline.v1"
    /// The answer of `unlock_plans`.
    case unlock = "unlock.v1"
    /// The answer of `what_if`.
    case whatIf = "what-if.v1"

    /// What a schema may cost to decode.
    private static let limits = JSONLimits(bytes: 64 << 10, elements: 4_000, depth: 32)

    /// The schema as it is listed with a tool.
    var value: JSONValue? {
        try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8), within: Self.limits)
    }
}

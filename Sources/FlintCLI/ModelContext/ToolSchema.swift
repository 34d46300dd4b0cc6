// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// The output schemas of tools, which are the schemas of the corresponding commands.
///
/// The raw values are the names of the files in `Resources/schema`. The schemas are also compiled into the program,
/// because an installed program may run without those files.
package enum ToolSchema: String, CaseIterable {
    case change = "change.v1"
    case compare = "compare.v1"
    case cover = "persona-cover.v1"
    case coverage = "coverage.v1"
    case impact = "impact.v1"
    case list = "mcp-list.v1"
    case log = "logs.v1"
    case perform = "perform.v1"
    case proof = "diff-prove.v1"
    case timeline = "timeline.v1"
    case warnings = "warnings.v1"
    case whatIf = "what-if.v1"
    case why = "why.v1"

    private static let limits = JSONLimits(bytes: 64 << 10, elements: 4_000, depth: 32)

    var value: JSONValue? {
        try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8), within: Self.limits)
    }
}

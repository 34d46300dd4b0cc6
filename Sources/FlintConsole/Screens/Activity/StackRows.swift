// SPDX-License-Identifier: MIT

import FlintWorld

/// Builds the rows of the list of stacks.
///
/// Each session is followed by its stacks in tree order. A stack that does not match the filter is included if a stack
/// nested in it matches.
enum StackRows {
    static func rows(_ stacks: [StackSnapshot], where isMatch: (StackSnapshot) -> Bool) -> [ActivityRow] {
        let indexByID = Dictionary(zip(stacks.map(\.id), stacks.indices), uniquingKeysWith: { first, _ in first })
        // A parent precedes its children. Any other parent is the result of a damaged response, and is ignored.
        let parents = stacks.enumerated().map { index, stack in
            stack.parent.flatMap { indexByID[$0] }.flatMap { $0 < index ? $0 : nil }
        }
        let matches = stacks.map(isMatch)
        var isShown = matches
        // Children follow their parents, so the reverse order reaches every ancestor of a match.
        for index in stacks.indices.reversed() where isShown[index] {
            if let parent = parents[index] { isShown[parent] = true }
        }
        var children: [Int: [Int]] = [:]
        var sessions: [String] = []
        var outermost: [String: [Int]] = [:]
        for index in stacks.indices where isShown[index] {
            if let parent = parents[index] {
                children[parent, default: []].append(index)
            } else {
                let session = stacks[index].session
                if outermost[session] == nil { sessions.append(session) }
                outermost[session, default: []].append(index)
            }
        }
        return sessions.flatMap { session in
            var rows = [ActivityRow.session(session)]
            var pending = (outermost[session] ?? []).reversed().map { (index: $0, depth: 0) }
            while let (index, depth) = pending.popLast() {
                rows.append(
                    .stack(id: stacks[index].id, index: index, depth: depth, isContext: !matches[index]))
                pending += (children[index] ?? []).reversed().map { ($0, depth + 1) }
            }
            return rows
        }
    }
}

extension StackSnapshot: FilteredItem {
    package func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(featureName) || isMatch(featureID) || isMatch(session)
            || steps.contains { step in
                guard case .action(let name, let input, _) = step.content else { return false }
                return isMatch(name) || input.map(isMatch) == true
            }
    }

    package func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case "session": isMatch(session)
        case "feature": isMatch(featureName) || isMatch(featureID)
        case "by": isMatch(userInitiated ? "user" : "app")
        default: false
        }
    }
}

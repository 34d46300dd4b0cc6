// SPDX-License-Identifier: MIT

/// The forecast effect of commands on the availability of features.
///
/// A preview is computed from an ``Inspector``'s plan, without applying the commands. It lists a limited number of
/// features for each kind of change and counts all of them.
package struct Preview: Codable, Sendable, Hashable {
    package struct ChangeCount: Codable, Sendable, Hashable {
        package var before: Bool?
        package var after: Bool?
        package var count: Int

        package init(before: Bool?, after: Bool?, count: Int) {
            self.before = before
            self.after = after
            self.count = count
        }
    }

    /// The features whose availability would change, in hierarchy order, up to the requested limit per kind of change.
    package var changes: [FeatureChange]
    package var counts: [ChangeCount]
    package var refusal: String?

    package init(_ changes: [FeatureChange], limit: Int, refusal: String? = nil) {
        var counts: [ChangeCount] = []
        // The new count is the feature's position within its kind of change.
        self.changes = changes.filter { Self.add($0.before, $0.after, to: &counts) <= limit }
        (self.counts, self.refusal) = (counts, refusal)
    }

    /// Adds a feature to the count for its kind of availability change, and returns the new count.
    package static func add(_ before: Bool?, _ after: Bool?, to counts: inout [ChangeCount]) -> Int {
        guard let index = counts.firstIndex(where: { $0.before == before && $0.after == after }) else {
            counts.append(ChangeCount(before: before, after: after, count: 1))
            return 1
        }
        counts[index].count += 1
        return counts[index].count
    }
}

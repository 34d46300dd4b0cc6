// SPDX-License-Identifier: MIT

/// The forecast effect of commands on the availability of features.
///
/// A preview is computed from an ``Inspector``'s plan, without applying the commands. It lists a limited number of
/// features for each kind of change and counts all of them.
package struct Preview: Codable, Sendable, Hashable {
    /// The number of features with the same availability change, where `nil` means undetermined.
    package struct Count: Codable, Sendable, Hashable {
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
    package var counts: [Count]
    /// The reason the first refused command would be refused, or `nil` if all commands would be applied.
    package var refusal: String?

    /// Creates a preview from its parts.
    ///
    /// - Parameters:
    ///   - changes: The features that would change.
    ///   - counts: The counts for each kind of change, or `nil` to count `changes`.
    ///   - refusal: The reason the first refused command would be refused.
    package init(changes: [FeatureChange], counts: [Count]? = nil, refusal: String? = nil) {
        self.changes = changes
        self.refusal = refusal
        self.counts =
            counts
            ?? changes.reduce(into: []) { counts, change in
                Self.count(change.before, change.after, in: &counts)
            }
    }

    /// Creates a preview that lists a limited number of features.
    ///
    /// - Parameters:
    ///   - changes: All features that would change.
    ///   - limit: The maximum number of features to list for each kind of change. Other features are only counted.
    ///   - refusal: The reason the first refused command would be refused.
    package init(_ changes: [FeatureChange], limit: Int, refusal: String? = nil) {
        var counts: [Count] = []
        let named = changes.filter { Self.count($0.before, $0.after, in: &counts) <= limit }
        self.init(changes: named, counts: counts, refusal: refusal)
    }

    /// Adds a feature to the count for its kind of availability change.
    ///
    /// - Parameters:
    ///   - before: The availability before the commands.
    ///   - after: The availability after the commands.
    ///   - counts: The counts to update.
    /// - Returns: The new count for this kind of change.
    @discardableResult
    package static func count(_ before: Bool?, _ after: Bool?, in counts: inout [Count]) -> Int {
        guard let index = counts.firstIndex(where: { $0.before == before && $0.after == after }) else {
            counts.append(Count(before: before, after: after, count: 1))
            return 1
        }
        counts[index].count += 1
        return counts[index].count
    }
}

/// What a command would change, worked out without carrying it out.
package struct Preview: Codable, Sendable, Hashable {
    /// How many features would change in the same way.
    package struct Count: Codable, Sendable, Hashable {
        /// Their availability now; `nil` for not known.
        package var before: Bool?
        /// Their availability afterwards; `nil` for not known.
        package var after: Bool?
        /// How many there are.
        package var count: Int

        /// Creates a count.
        package init(before: Bool?, after: Bool?, count: Int) {
            self.before = before
            self.after = after
            self.count = count
        }
    }

    /// The features whose availability would change, in the order of the hierarchy; of those that change in the same
    /// way, as many as were requested.
    package var changes: [FeatureChange]
    /// How many features there are of each change.
    package var counts: [Count]
    /// Why the first command that would be refused would be; `nil` if all would be carried out.
    package var refusal: String?

    /// Creates a preview.
    ///
    /// - Parameters:
    ///   - changes: The features that would change.
    ///   - counts: How many there are of each change; `nil` if the list is complete.
    ///   - refusal: Why the first command that would be refused would be.
    package init(changes: [FeatureChange], counts: [Count]? = nil, refusal: String? = nil) {
        self.changes = changes
        self.refusal = refusal
        self.counts =
            counts
            ?? changes.reduce(into: []) { counts, change in
                Self.count(change.before, change.after, in: &counts)
            }
    }

    /// Creates a preview of changes.
    ///
    /// - Parameters:
    ///   - changes: The features that would change.
    ///   - limit: How many features are named of those that would change in the same way; the rest are counted.
    ///   - refusal: Why the first command that would be refused would be.
    package init(_ changes: [FeatureChange], limit: Int, refusal: String? = nil) {
        var counts: [Count] = []
        let named = changes.filter { Self.count($0.before, $0.after, in: &counts) <= limit }
        self.init(changes: named, counts: counts, refusal: refusal)
    }

    /// Counts one more feature that changes in some way.
    ///
    /// - Parameters:
    ///   - before: Its availability now.
    ///   - after: Its availability afterwards.
    ///   - counts: What has been counted.
    /// - Returns: How many there are of this change now.
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

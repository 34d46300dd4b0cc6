// SPDX-License-Identifier: MIT

/// A path of names, such as `PodcastFeatures/FavouritesFeature`, that identifies a feature or a topic within it.
///
/// ```swift
/// let path: TopicPath = ["PodcastFeatures", "FavouritesFeature"]
/// path.description                    // "PodcastFeatures/FavouritesFeature"
/// path.matches(["PodcastFeatures"])   // true, because the other path is a prefix of this path
/// ```
///
/// Paths below the same group share the storage of the group's path, and the hash of a path is computed once, when the
/// path is created.
public struct TopicPath: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByArrayLiteral,
    ExpressibleByStringLiteral
{
    private let last: Name?

    /// The names from the root down, assembled on each access.
    public var path: [String] {
        var names: [String] = []
        names.reserveCapacity(count)
        var next = last
        while let name = next {
            names.append(name.text)
            next = name.parent
        }
        names.reverse()
        return names
    }

    package var count: Int { last?.count ?? 0 }

    /// The last name, or `nil` for an empty path.
    public var lastName: String? { last?.text }

    /// Creates a path from its names.
    public init(_ path: [String]) {
        last = path.reduce(nil) { Name($1, below: $0) }
    }

    private init(last: Name?) {
        self.last = last
    }

    /// Creates a path from an array literal of names.
    public init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// Creates a path from names separated by slashes.
    public init(stringLiteral value: String) {
        self.init(value.split(separator: "/").map(String.init))
    }

    /// The names joined by slashes.
    public var description: String { description(prefixedBy: "") }

    package func description(prefixedBy prefix: String) -> String {
        var length = prefix.utf8.count + max(0, count - 1)
        var next = last
        while let name = next {
            length += name.text.utf8.count
            next = name.parent
        }
        // The string is allocated once and filled from its end, because each name refers only to the name above it.
        return String(unsafeUninitializedCapacity: length) { buffer in
            var end = length
            func put(_ text: String) {
                end -= text.utf8.count
                _ = UnsafeMutableBufferPointer(rebasing: buffer[end...]).update(fromContentsOf: text.utf8)
            }
            var next = last
            while let name = next {
                put(name.text)
                next = name.parent
                if next != nil { put("/") }
            }
            put(prefix)
            return length
        }
    }

    /// Returns the path with a name appended.
    public func appending(_ name: String) -> TopicPath {
        TopicPath(last: Name(name, below: last))
    }

    /// Returns whether another path is equal to this path or is one of its ancestors.
    public func matches(_ other: TopicPath) -> Bool {
        var next = last
        while let name = next, name.count > other.count { next = name.parent }
        return TopicPath(last: next) == other
    }

    /// Returns the path without its last name, or `nil` if no name would remain.
    public func parentPath() -> TopicPath? {
        last?.parent.map { TopicPath(last: $0) }
    }
}

extension TopicPath {
    /// A name with a reference to the path above it.
    ///
    /// Each path in a deep hierarchy adds one name to the path of its group, so the memory for all paths is
    /// proportional to the number of names. The class is `@unchecked Sendable` because only `deinit` changes
    /// ``parent``.
    private final class Name: @unchecked Sendable {
        let text: String
        private(set) var parent: Name?
        let count: Int
        /// The hash of the path, computed once from the hash of the path above.
        ///
        /// Paths are the keys of most feature dictionaries, and hashing several strings takes longer than the lookup.
        let hash: Int

        init(_ text: String, below parent: Name?) {
            self.text = text
            self.parent = parent
            count = (parent?.count ?? 0) + 1
            var hasher = Hasher()
            hasher.combine(parent?.hash ?? 0)
            hasher.combine(text)
            hash = hasher.finalize()
        }

        deinit {
            // Releasing the parents recursively would overflow the stack with thousands of them.
            guard count > 32 else { return }
            var next = parent
            parent = nil
            while isKnownUniquelyReferenced(&next), let name = next {
                next = name.parent
                name.parent = nil
            }
        }
    }
}

extension TopicPath {
    /// Returns whether two paths consist of the same names.
    public static func == (lhs: TopicPath, rhs: TopicPath) -> Bool {
        // Paths of the same feature usually share their names, and this comparison avoids reference counting.
        if lhs.last === rhs.last { return true }
        var (left, right) = (lhs.last, rhs.last)
        guard left?.hash == right?.hash, lhs.count == rhs.count else { return false }
        while left !== right, let mine = left, let theirs = right {
            guard mine.text == theirs.text else { return false }
            (left, right) = (mine.parent, theirs.parent)
        }
        return true
    }

    /// Hashes the path by using its precomputed hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(last?.hash ?? 0)
    }
}

extension TopicPath {
    private enum CodingKeys: CodingKey {
        case path
    }

    /// Decodes a path from an object with an array of names.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode([String].self, forKey: .path))
    }

    /// Encodes the path as an object with an array of names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
    }
}

/// The path that identifies a feature.
public typealias FeaturePath = TopicPath

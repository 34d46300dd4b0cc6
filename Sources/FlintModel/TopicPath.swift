/// A path of names, such as `PodcastFeatures/FavouritesFeature`, that identifies a feature or a topic within it.
///
/// ```swift
/// let path: TopicPath = ["PodcastFeatures", "FavouritesFeature"]
/// path.description                    // "PodcastFeatures/FavouritesFeature"
/// path.matches(["PodcastFeatures"])   // true: the other path is a prefix of this one
/// ```
public struct TopicPath: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByArrayLiteral,
    ExpressibleByStringLiteral
{
    /// The last name with the path above it, which paths share; `nil` if there are no names.
    private let last: Name?

    /// The names from the root down, put together on access.
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

    /// How many names there are.
    package var count: Int { last?.count ?? 0 }

    /// The last name, or `nil` if there is none.
    public var lastName: String? { last?.text }

    /// Creates a path from its names.
    public init(_ path: [String]) {
        last = path.reduce(nil) { Name($1, below: $0) }
    }

    private init(last: Name?) {
        self.last = last
    }

    /// Creates a path from a list of names.
    public init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// Creates a path from names separated by slashes.
    public init(stringLiteral value: String) {
        self.init(value.split(separator: "/").map(String.init))
    }

    /// The names joined by slashes.
    public var description: String { description(behind: "") }

    /// The names joined by slashes behind something else, put together in one piece and from the end.
    package func description(behind prefix: String) -> String {
        var length = prefix.utf8.count + max(0, count - 1)
        var next = last
        while let name = next {
            length += name.text.utf8.count
            next = name.parent
        }
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

    /// The path with one more name at its end.
    public func appending(_ name: String) -> TopicPath {
        TopicPath(last: Name(name, below: last))
    }

    /// Whether another path is this one or an ancestor of it.
    public func matches(_ other: TopicPath) -> Bool {
        var next = last
        while let name = next, name.count > other.count { next = name.parent }
        return TopicPath(last: next) == other
    }

    /// The path without its last name, or `nil` if there would be nothing left.
    public func parentPath() -> TopicPath? {
        last?.parent.map { TopicPath(last: $0) }
    }
}

extension TopicPath {
    /// A name with the path above it.
    ///
    /// Each path of a deep hierarchy adds one name to that of its group, so all paths together take as much memory as
    /// there are names.
    private final class Name: @unchecked Sendable {
        let text: String
        /// The name above; changed only while the name is released.
        private(set) var parent: Name?
        /// How many names there are up to this one.
        let count: Int
        /// The hash of the names, worked out once and from that of the path above.
        ///
        /// Paths are the keys of most of what is kept of features, and hashing several strings takes longer than the
        /// lookup it is for.
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

        /// Releases the names above one after the other, since there may be thousands.
        deinit {
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
    /// Whether two paths consist of the same names.
    public static func == (lhs: TopicPath, rhs: TopicPath) -> Bool {
        // So it is with the paths of one feature, and then references need not be counted.
        if lhs.last === rhs.last { return true }
        var (left, right) = (lhs.last, rhs.last)
        guard left?.hash == right?.hash, lhs.count == rhs.count else { return false }
        while left !== right, let mine = left, let theirs = right {
            guard mine.text == theirs.text else { return false }
            (left, right) = (mine.parent, theirs.parent)
        }
        return true
    }

    /// Hashes the names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(last?.hash ?? 0)
    }
}

extension TopicPath {
    private enum CodingKeys: CodingKey {
        case path
    }

    /// Decodes a path from its names.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode([String].self, forKey: .path))
    }

    /// Encodes the names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
    }
}

/// The path that identifies a feature.
public typealias FeaturePath = TopicPath

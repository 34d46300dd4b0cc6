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
    /// The names from the root down.
    public let path: [String]

    /// The hash of the names, worked out once and from that of the path above.
    ///
    /// Paths are the keys of most of what is kept of features, and hashing several strings takes longer than the
    /// look-up it is for.
    private let namesHash: Int

    /// Creates a path from its names.
    public init(_ path: [String]) {
        self.init(path: path, namesHash: path.reduce(0, Self.hash))
    }

    private init(path: [String], namesHash: Int) {
        self.path = path
        self.namesHash = namesHash
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

    /// The names joined by slashes behind something else, put together in one piece.
    func description(behind prefix: String) -> String {
        var text = prefix
        text.reserveCapacity(path.reduce(prefix.utf8.count) { $0 + $1.utf8.count + 1 })
        var isFirst = true
        for name in path {
            if !isFirst { text += "/" }
            isFirst = false
            text += name
        }
        return text
    }

    /// The path with one more name at its end.
    public func appending(_ name: String) -> TopicPath {
        var names: [String] = []
        names.reserveCapacity(path.count + 1)
        names += path
        names.append(name)
        return TopicPath(path: names, namesHash: Self.hash(namesHash, name))
    }

    /// The path with the name of a feature's type at its end.
    public func appending(feature: FeatureDefinition.Type) -> TopicPath {
        appending(TypeNames.short(feature))
    }

    /// Whether another path is this one or an ancestor of it.
    public func matches(_ other: TopicPath) -> Bool {
        path.starts(with: other.path)
    }

    /// The path without its last name, or `nil` if there would be nothing left.
    public func parentPath() -> TopicPath? {
        path.count > 1 ? TopicPath(Array(path.dropLast())) : nil
    }

    /// The hash of a path's names, from that of all but the last and the last.
    private static func hash(_ beginning: Int, _ name: String) -> Int {
        var hasher = Hasher()
        hasher.combine(beginning)
        hasher.combine(name)
        return hasher.finalize()
    }
}

extension TopicPath {
    /// Whether two paths consist of the same names.
    public static func == (lhs: TopicPath, rhs: TopicPath) -> Bool {
        lhs.namesHash == rhs.namesHash && lhs.path == rhs.path
    }

    /// Hashes the names.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(namesHash)
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

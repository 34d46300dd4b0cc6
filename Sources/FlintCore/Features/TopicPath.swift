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

    /// Creates a path from its names.
    public init(_ path: [String]) {
        self.path = path
    }

    /// Creates a path from a list of names.
    public init(arrayLiteral elements: String...) {
        path = elements
    }

    /// Creates a path from names separated by slashes.
    public init(stringLiteral value: String) {
        path = value.split(separator: "/").map(String.init)
    }

    /// The names joined by slashes.
    public var description: String { path.joined(separator: "/") }

    /// The path with one more name at its end.
    public func appending(_ name: String) -> TopicPath {
        TopicPath(path + [name])
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
}

/// The path that identifies a feature.
public typealias FeaturePath = TopicPath

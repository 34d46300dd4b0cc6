#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What people and searches are told of an activity.
///
/// ```swift
/// let metadata = ActivityMetadata.build { builder in
///     builder.title = "My plan"
///     builder.keywords = ["plan", "draft"]
/// }
/// ```
public struct ActivityMetadata: Sendable, Hashable {
    /// What people read, in a line.
    public var title: String?
    /// What people read below that.
    public var subtitle: String?
    /// Words it is found by.
    public var keywords: Set<String> = []
    /// A small picture, encoded as a PNG or JPEG file.
    public var thumbnailData: Data?
    /// Where a small picture is.
    public var thumbnailURL: URL?
    /// What else a search should know, by name.
    public var searchAttributes: [String: String] = [:]

    /// Creates metadata that says nothing.
    public init() {}

    /// Makes metadata.
    ///
    /// - Parameter body: Says what there is to tell.
    /// - Returns: The metadata.
    public static func build(_ body: (inout ActivityMetadata) -> Void) -> ActivityMetadata {
        var metadata = ActivityMetadata()
        body(&metadata)
        return metadata
    }
}

/// An input that knows what to tell people and searches of an activity with it.
public protocol ActivityMetadataRepresentable {
    /// What to tell.
    var metadata: ActivityMetadata { get }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Something that holds what people and searches see of an activity.
public protocol ActivityDescribing {
    /// What people read, in a line.
    var title: String? { get set }
    /// What people read below that.
    var subtitle: String? { get set }
    /// Words it is found by.
    var keywords: Set<String> { get set }
    /// A small picture, encoded as a PNG or JPEG file.
    var thumbnailData: Data? { get set }
    /// Where a small picture is.
    var thumbnailURL: URL? { get set }
    /// What else a search should know, by name.
    var searchAttributes: [String: String] { get set }
}

extension ActivityDescribing {
    /// Takes over what people and searches see of another activity.
    mutating func describe(as other: some ActivityDescribing) {
        title = other.title
        subtitle = other.subtitle
        keywords = other.keywords
        thumbnailData = other.thumbnailData
        thumbnailURL = other.thumbnailURL
        searchAttributes = other.searchAttributes
    }
}

/// What people and searches see of an activity.
///
/// ```swift
/// let metadata = ActivityMetadata.build { builder in
///     builder.title = "My plan"
///     builder.keywords = ["plan", "draft"]
/// }
/// ```
public struct ActivityMetadata: ActivityDescribing, Sendable, Hashable {
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

    /// Creates empty metadata.
    public init() {}

    /// Makes metadata.
    ///
    /// - Parameter body: Fills in the metadata.
    /// - Returns: The metadata.
    public static func build(_ body: (inout ActivityMetadata) -> Void) -> ActivityMetadata {
        var metadata = ActivityMetadata()
        body(&metadata)
        return metadata
    }
}

/// An input that supplies the metadata of an activity with it, for people and for searches.
public protocol ActivityMetadataRepresentable {
    /// The metadata.
    var metadata: ActivityMetadata { get }
}

/// An input that can be kept in an activity and made from one again.
///
/// ```swift
/// extension DocumentRef: ActivityCodable {
///     init(activityUserInfo: [AnyHashable: Any]?) throws {
///         guard let name = activityUserInfo?["name"] as? String else { throw DocumentError.noName }
///         self.name = name
///     }
///
///     func encodeForActivity() -> [AnyHashable: Any]? { ["name": name] }
/// }
/// ```
public protocol ActivityCodable {
    /// Makes the input.
    ///
    /// - Parameter activityUserInfo: What the activity holds, or `nil` if that is nothing.
    /// - Throws: An error that describes what is missing or wrong.
    init(activityUserInfo: [AnyHashable: Any]?) throws

    /// Writes the input.
    ///
    /// - Returns: Values under keys that are texts, or `nil` if there is nothing to keep. A value is a `String`, an
    ///   `Int`, a `Double`, a `Bool`, a `Date`, a `URL`, `Data`, or an array or dictionary of such.
    func encodeForActivity() -> [AnyHashable: Any]?

    /// The keys without which the input cannot be made again; none by default.
    var requiredUserInfoKeys: Set<String> { get }
}

extension ActivityCodable {
    /// No key is required.
    public var requiredUserInfoKeys: Set<String> { [] }
}

/// The reason an action has no activity.
public enum ActivityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The feature does not declare the action, or not in the current runtime.
    case actionNotDeclared(action: String)
    /// A value has no text for a key, or is of a kind that activities do not keep.
    case unsupportedValue(key: String)
    /// A key that is required has no value.
    case missingValue(key: String)
    /// The input cannot be kept, and no link leads to the action with it.
    case cannotBeContinued(action: String)

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .actionNotDeclared(let action):
            "\(action) is not declared by a registered feature; declare it in prepare(actions:)."
        case .unsupportedValue(let key):
            "The activity's value \"\(key)\" cannot be kept; use texts for keys, and texts, numbers, truth values, dates, "
                + "URLs, data, arrays or dictionaries of them for values."
        case .missingValue(let key):
            "The activity requires a value \"\(key)\" and has none; set it in userInfo, or do not require it."
        case .cannotBeContinued(let action):
            "An activity of \(action) could not be continued; make its input ActivityCodable, map a URL to it, or call "
                + "bypassFlintContinueActivity() while preparing it."
        }
    }
}

// SPDX-License-Identifier: MIT

import FlintFoundation

/// The properties that present an activity to people and to searches.
///
/// ``Activity``, ``ActivityBuilder``, and ``ActivityMetadata`` share these properties.
public protocol ActivityDescribing {
    /// The title shown to people.
    var title: String? { get set }
    /// The text shown below the title.
    var subtitle: String? { get set }
    /// The keywords by which searches can find the activity.
    var keywords: Set<String> { get set }
    /// The thumbnail image, encoded as PNG or JPEG.
    var thumbnailData: Data? { get set }
    /// The location of the thumbnail image.
    var thumbnailURL: URL? { get set }
    /// Additional attributes for search, by name.
    var searchAttributes: [String: String] { get set }
}

extension ActivityDescribing {
    mutating func copyProperties(from other: some ActivityDescribing) {
        title = other.title
        subtitle = other.subtitle
        keywords = other.keywords
        thumbnailData = other.thumbnailData
        thumbnailURL = other.thumbnailURL
        searchAttributes = other.searchAttributes
    }
}

/// An activity's text, images, and search attributes.
///
/// ```swift
/// let metadata = ActivityMetadata.build { builder in
///     builder.title = "My plan"
///     builder.keywords = ["plan", "draft"]
/// }
/// ```
///
/// An input supplies its metadata by conforming to ``ActivityMetadataRepresentable``.
public struct ActivityMetadata: ActivityDescribing, Sendable, Hashable {
    /// The title shown to people.
    public var title: String?
    /// The text shown below the title.
    public var subtitle: String?
    /// The keywords by which searches can find the activity.
    public var keywords: Set<String> = []
    /// The thumbnail image, encoded as PNG or JPEG.
    public var thumbnailData: Data?
    /// The location of the thumbnail image.
    public var thumbnailURL: URL?
    /// Additional attributes for search, by name.
    public var searchAttributes: [String: String] = [:]

    /// Creates empty metadata.
    public init() {}

    /// Creates metadata and passes it to a closure for configuration.
    ///
    /// - Parameter body: A closure that sets the properties.
    /// - Returns: The configured metadata.
    public static func build(_ body: (inout ActivityMetadata) -> Void) -> ActivityMetadata {
        var metadata = ActivityMetadata()
        body(&metadata)
        return metadata
    }
}

/// An input that supplies the metadata of its activities.
public protocol ActivityMetadataRepresentable {
    /// The metadata for an activity with this input.
    var metadata: ActivityMetadata { get }
}

/// An input that can be stored in an activity and restored from it.
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
///
/// An action whose input does not conform can still have activities if a route leads to the action. Each activity then
/// contains a link.
public protocol ActivityCodable {
    /// Creates the input from an activity's dictionary.
    ///
    /// - Parameter activityUserInfo: The dictionary, or `nil` if it is empty.
    /// - Throws: An error that describes the missing or invalid value.
    init(activityUserInfo: [AnyHashable: Any]?) throws

    /// Returns the dictionary to store in an activity.
    ///
    /// - Returns: A dictionary with string keys, or `nil` if the input needs no data. Each value is a `String`, an
    ///   `Int`, a `Double`, a `Bool`, a `Date`, a `URL`, `Data`, or an array or a dictionary of these types.
    func encodeForActivity() -> [AnyHashable: Any]?

    /// The keys that are required to restore the input; empty by default.
    var requiredUserInfoKeys: Set<String> { get }
}

extension ActivityCodable {
    /// By default, no key is required.
    public var requiredUserInfoKeys: Set<String> { [] }
}

/// An error that explains why an activity could not be created.
///
/// ``PerformableActionBinding/activity(withInput:withURL:)`` throws the error. After performing an action, the engine
/// reports the error as an advisory instead.
public enum ActivityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No feature that is registered in the current runtime declares the action.
    case actionNotDeclared(action: String)
    /// A key is not a string, or its value has an unsupported type.
    case unsupportedValue(key: String)
    /// A required key has no value.
    case missingValue(key: String)
    /// The input is not ``ActivityCodable``, and no route leads to the action with this input.
    case cannotBeContinued(action: String)

    /// A sentence that describes the problem and its remedy.
    public var description: String {
        switch self {
        case .actionNotDeclared(let action):
            "\(action) is not declared by a registered feature; declare it in prepare(actions:)."
        case .unsupportedValue(let key):
            "The activity's value \"\(key)\" cannot be stored; use strings as keys, and strings, numbers, Booleans, "
                + "dates, URLs, data, or arrays or dictionaries of these as values."
        case .missingValue(let key):
            "The activity requires a value \"\(key)\" but does not have it; add it to userInfo, or do not require it."
        case .cannotBeContinued(let action):
            "An activity of \(action) could not be continued; make the action's input ActivityCodable, map a URL to "
                + "the action, or call bypassFlintContinueActivity() in prepareActivity(_:)."
        }
    }
}

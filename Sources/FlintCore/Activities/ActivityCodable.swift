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
    /// - Throws: An error that says what is missing or wrong.
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

/// Why no activity could be made of an action.
public enum ActivityError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The feature does not declare the action, or not in the current runtime.
    case actionNotDeclared(action: String)
    /// A value has no text for a key, or is of a kind that activities do not keep.
    case unsupportedValue(key: String)
    /// A key that is required has no value.
    case missingValue(key: String)
    /// The input cannot be kept, and no link leads to the action with it.
    case cannotBeContinued(action: String)

    /// What is wrong and what to do.
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

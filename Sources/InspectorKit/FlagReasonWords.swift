/// The words people read for why a flag has its value.
///
/// JSON keeps the terms of the [OpenFeature specification](https://openfeature.dev/specification/types#resolution-reason),
/// so that tools can compare them; screens and texts use these.
package enum FlagReasonWords {
    private static let words = [
        "STATIC": "fixed", "DEFAULT": "default", "TARGETING_MATCH": "by a rule", "SPLIT": "by share of users",
        "CACHED": "cached", "DISABLED": "switched off", "UNKNOWN": "no reason given", "STALE": "out of date",
        "ERROR": "error",
    ]

    /// Returns a reason as people read it.
    ///
    /// - Parameter reason: The specification's term, or another that a server made up.
    /// - Returns: The words, or the term itself if the specification does not list it.
    package static func of(_ reason: String) -> String {
        words[reason] ?? reason
    }
}

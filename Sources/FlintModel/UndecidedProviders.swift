// SPDX-License-Identifier: MIT

/// Words for the flag providers that are asked before the deciding one and could not decide.
package enum UndecidedProviders {
    /// Returns clauses such as `remote has not answered`.
    ///
    /// - Parameter answers: The provider and the OpenFeature error code of each answer, up to the deciding answer, whose
    ///   value may be a fallback after an error.
    /// - Returns: The clauses, or an empty array if every provider could decide.
    package static func clauses(_ answers: [(provider: String, errorCode: String?)]) -> [String] {
        var (unanswered, failed): ([String], [String]) = ([], [])
        for (provider, code) in answers {
            switch code {
            case nil, "FLAG_NOT_FOUND"?: continue
            case "PROVIDER_NOT_READY"?: unanswered.append(provider)
            case _?: failed.append(provider)
            }
        }
        var clauses: [String] = []
        if !unanswered.isEmpty {
            clauses.append("\(unanswered.listed()) \(unanswered.count == 1 ? "has" : "have") not answered")
        }
        if !failed.isEmpty { clauses.append("\(failed.listed()) failed") }
        return clauses
    }
}

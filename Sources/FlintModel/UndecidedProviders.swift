// SPDX-License-Identifier: MIT

/// Words for the flag providers that are asked before the deciding one and could not decide.
package enum UndecidedProviders {
    /// Returns the end of a sentence about a flag's source, such as `; remote has not answered`.
    ///
    /// - Parameter answers: The provider and the OpenFeature error code of each answer, up to the deciding answer, whose
    ///   value may be a fallback after an error.
    /// - Returns: The text, or an empty string if every provider could decide.
    package static func text(_ answers: [(provider: String, errorCode: String?)]) -> String {
        var (unanswered, failed): ([String], [String]) = ([], [])
        for (provider, code) in answers {
            switch code {
            case nil, "FLAG_NOT_FOUND"?: continue
            case "PROVIDER_NOT_READY"?: unanswered.append(provider)
            case _?: failed.append(provider)
            }
        }
        var text = ""
        if !unanswered.isEmpty {
            text += "; \(unanswered.listed()) \(unanswered.count == 1 ? "has" : "have") not answered"
        }
        if !failed.isEmpty { text += "; \(failed.listed()) failed" }
        return text
    }
}

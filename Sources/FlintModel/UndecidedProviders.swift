// SPDX-License-Identifier: MIT

package enum UndecidedProviders {
    /// Returns clauses such as `remote has not answered`.
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

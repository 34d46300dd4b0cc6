// SPDX-License-Identifier: MIT

/// A locale such as `pt_BR`, `pt-BR`, or `zh_Hant`, which can be compared with other spellings of it.
struct LocaleTag: Equatable {
    let language: String
    private let script, region: String?

    init(_ text: String) {
        let parts = text.lowercased().split { $0 == "_" || $0 == "-" }.map(String.init)
        let language = parts.first ?? ""
        self.language = Self.languages[language] ?? language
        // Regions have two letters or three digits, and scripts have four letters.
        let region = parts.dropFirst().first { $0.count == 2 || $0.count == 3 }
        self.region = region
        let isTraditional = region.map { ["hk", "mo", "tw"].contains($0) } == true
        script =
            parts.dropFirst().first { $0.count == 4 }
            // Chinese regions imply a script, so that `zh_TW` matches `zh-Hant`.
            ?? (self.language == "zh" && region != nil ? (isTraditional ? "hant" : "hans") : nil)
    }

    /// The newer codes of languages that have two codes, by the older code.
    private static let languages = ["no": "nb", "iw": "he", "in": "id", "tl": "fil"]

    /// Returns the index of the best match among several locales, or `nil` if none has the same language.
    ///
    /// The best match is the locale itself. Next comes its language in the same script: first without a region, then
    /// with another region.
    func bestMatch(among locales: [LocaleTag]) -> Int? {
        func distance(_ other: LocaleTag) -> Int {
            let isOtherScript = script != nil && other.script != nil && script != other.script
            return (isOtherScript ? 4 : 0) + (other.region == region ? 0 : other.region == nil ? 1 : 2)
        }
        return locales.indices.filter { locales[$0].language == language }
            .min { (distance(locales[$0]), $0) < (distance(locales[$1]), $1) }
    }
}

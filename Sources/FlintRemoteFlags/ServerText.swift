#if RemoteFlags
    /// Makes text a server sent fit to keep: short, and without the app's own secrets.
    ///
    /// Control characters stay: they are data, and whoever shows them cleans them.
    struct ServerText: Sendable, CustomReflectable {
        /// The longest name of a flag that is taken, in bytes.
        static let longestKey = 256
        /// The longest word (reason, variant, code, metadata) that is kept, in Unicode scalars.
        static let longestWord = 256
        /// The longest sentence that is kept, in Unicode scalars.
        static let longestSentence = 1024

        /// What must not be kept.
        let secrets: [String]

        /// Shows nothing.
        var customMirror: Mirror { Mirror(self, children: []) }

        /// A word, cut to its first ``longestWord`` scalars.
        func word(_ text: String) -> String {
            cut(text, to: Self.longestWord)
        }

        /// A sentence, cut to its first ``longestSentence`` scalars.
        func sentence(_ text: String) -> String {
            cut(text, to: Self.longestSentence)
        }

        private func cut(_ text: String, to limit: Int) -> String {
            var text = text
            // Before cutting, so that no half of a secret is left at the end.
            for secret in secrets where text.contains(secret) {
                text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "(secret)")
            }
            guard let end = text.unicodeScalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
                end < text.endIndex
            else { return text }
            return String(text.unicodeScalars[..<end]) + "…"
        }
    }
#endif

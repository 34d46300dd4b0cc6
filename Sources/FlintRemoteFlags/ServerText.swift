#if RemoteFlags
    /// Makes text a server sent fit to keep: short, and without the app's own secrets.
    ///
    /// Control characters stay: they are data, and a front end that shows them cleans them.
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

        /// An entity tag that can be sent back and kept, or `nil`.
        func entityTag(_ text: String?) -> String? {
            guard let text, !text.isEmpty, text.utf8.count <= 1024, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
                redacted(text) == text
            else { return nil }
            return text
        }

        /// The text without secrets, at its full length.
        ///
        /// Bytes are compared and not characters, so that a mark that is put behind a secret does not hide it.
        func redacted(_ text: String) -> String {
            secrets.reduce(text) { text, secret in
                let (bytes, secret) = (Array(text.utf8), Array(secret.utf8))
                var (kept, position, hasSecret) = ([UInt8](), 0, false)
                while position < bytes.count {
                    if bytes[position...].starts(with: secret) {
                        hasSecret = true
                        kept += "(secret)".utf8
                        position += secret.count
                    } else {
                        kept.append(bytes[position])
                        position += 1
                    }
                }
                return hasSecret ? String(decoding: kept, as: UTF8.self) : text
            }
        }

        private func cut(_ text: String, to limit: Int) -> String {
            // Redacted before it is cut, so that no half of a secret is left at the end.
            let text = redacted(text)
            guard let end = text.unicodeScalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
                end < text.endIndex
            else { return text }
            return String(text.unicodeScalars[..<end]) + "…"
        }
    }
#endif

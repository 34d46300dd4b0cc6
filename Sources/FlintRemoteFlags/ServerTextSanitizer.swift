// SPDX-License-Identifier: MIT

#if RemoteFlags
    /// A sanitizer that limits the length of text from a server and removes the app's own secrets from it.
    ///
    /// Control characters are kept; a front end removes them for display.
    struct ServerTextSanitizer: Sendable, CustomReflectable {
        /// The maximum length of a flag's key in bytes.
        static let longestKey = 256
        /// The maximum length of a word (reason, variant, code, metadata) in Unicode scalars.
        static let longestWord = 256
        /// The maximum length of a sentence in Unicode scalars.
        static let longestSentence = 1024

        let secrets: [String]

        /// An empty mirror, because the secrets must not be shown.
        var customMirror: Mirror { Mirror(self, children: []) }

        func word(_ text: String) -> String {
            cut(text, to: Self.longestWord)
        }

        func sentence(_ text: String) -> String {
            cut(text, to: Self.longestSentence)
        }

        /// Returns an entity tag, or `nil` if it is missing, invalid, or contains a secret.
        func entityTag(_ text: String?, allowsSpaces: Bool = false) -> String? {
            let first: UInt8 = allowsSpaces ? 0x20 : 0x21
            guard let text, !text.isEmpty, text.utf8.count <= 1024,
                text.utf8.allSatisfy({ $0 >= first && $0 < 0x7F }),
                redacted(text) == text
            else { return nil }
            return text
        }

        /// Returns the string at its full length, with each secret replaced by `(secret)`.
        ///
        /// Bytes are compared rather than characters, so that a combining mark after a secret does not hide it.
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
            // The text is redacted before it is cut, so that no part of a secret remains at the end.
            let text = redacted(text)
            guard let end = text.unicodeScalars.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
                end < text.endIndex
            else { return text }
            return String(text.unicodeScalars[..<end]) + "…"
        }
    }
#endif

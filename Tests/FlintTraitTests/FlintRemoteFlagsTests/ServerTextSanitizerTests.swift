#if RemoteFlags
    import Testing

    @testable import FlintRemoteFlags

    struct ServerTextSanitizerTests {
        @Test func `long text is truncated by scalars`() {
            let text = ServerTextSanitizer(secrets: [])
            #expect(text.word("on") == "on")
            #expect(text.word(String(repeating: "a", count: 256)).count == 256)
            #expect(text.word(String(repeating: "a", count: 257)).count == 257)
            #expect(text.word(String(repeating: "a", count: 257)).last == "…")
            // A character with many combining marks is truncated too.
            #expect(text.word("e" + String(repeating: "\u{301}", count: 10_000)).unicodeScalars.count == 257)
            #expect(text.sentence(String(repeating: "a", count: 5000)).count == 1025)
        }

        @Test func `secrets are redacted before truncation`() {
            let text = ServerTextSanitizer(secrets: ["t0p-secret"])
            #expect(text.word("is t0p-secret, t0p-secret") == "is (secret), (secret)")
            #expect(!text.word(String(repeating: "a", count: 250) + "t0p-secret").contains("t0p"))
        }

        @Test func `a combining mark after a secret does not hide the secret`() {
            let text = ServerTextSanitizer(secrets: ["t0p-secret", "other"])
            #expect(text.redacted("t0p-secret\u{301}") == "(secret)\u{301}")
            #expect(text.redacted("t0p-t0p-secretother\u{200D}o") == "t0p-(secret)(secret)\u{200D}o")
            #expect(text.redacted("t0p-secre") == "t0p-secre")
            #expect(text.redacted("") == "")
        }

        @Test func `an entity tag that is invalid or contains a secret is discarded`() {
            let text = ServerTextSanitizer(secrets: ["t0p-secret"])
            #expect(text.entityTag("\"v1\"") == "\"v1\"")
            for tag in [nil, "", "bad tag", "ä", "\"t0p-secret\"", String(repeating: "x", count: 2000)] {
                #expect(text.entityTag(tag) == nil)
            }
        }
    }
#endif

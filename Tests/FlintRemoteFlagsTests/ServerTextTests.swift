#if RemoteFlags
    import Testing

    @testable import FlintRemoteFlags

    struct ServerTextTests {
        @Test func longTextIsCutByScalars() {
            let text = ServerText(secrets: [])
            #expect(text.word("on") == "on")
            #expect(text.word(String(repeating: "a", count: 256)).count == 256)
            #expect(text.word(String(repeating: "a", count: 257)).count == 257)
            #expect(text.word(String(repeating: "a", count: 257)).last == "…")
            // One character of many marks is not short.
            #expect(text.word("e" + String(repeating: "\u{301}", count: 10_000)).unicodeScalars.count == 257)
            #expect(text.sentence(String(repeating: "a", count: 5000)).count == 1025)
        }

        @Test func secretsAreTakenOutBeforeCutting() {
            let text = ServerText(secrets: ["t0p-secret"])
            #expect(text.word("is t0p-secret, t0p-secret") == "is (secret), (secret)")
            #expect(!text.word(String(repeating: "a", count: 250) + "t0p-secret").contains("t0p"))
        }
    }
#endif

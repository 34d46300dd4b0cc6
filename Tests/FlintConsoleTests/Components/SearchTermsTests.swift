import Testing

@testable import FlintConsole

struct SearchTermsTests {
    @Test func allWordsMustOccurInAnyOrderAndCase() {
        #expect(SearchTerms("play SMART").match("Smart playlists"))
        #expect(!SearchTerms("smart cat").match("Smart playlists"))
        #expect(SearchTerms("  ").isEmpty)
        #expect(SearchTerms("").match("anything"))
    }

    @Test func wordsBeyondASCIIAreFound() {
        #expect(SearchTerms("größe").match("Die GRÖSSE? nein, die Größe"))
        #expect(SearchTerms("日本").match("これは日本語"))
        #expect(!SearchTerms("aab").match("aa"))
        #expect(SearchTerms("aab").match("aaab"))
    }
}

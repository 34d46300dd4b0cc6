import FlintModel
import Testing

struct ExcerptTests {
    @Test func `a long text is shortened between characters`() {
        #expect("short".excerpt == "short")
        let exact = String(repeating: "a", count: 200)
        #expect(exact.excerpt == exact)
        #expect((exact + "b").excerpt == exact + "…")
        #expect((exact.dropLast() + "éb").excerpt == exact.dropLast() + "…")
        #expect(String(repeating: "\u{301}", count: 100_000).excerpt.utf8.count == 203)
    }
}

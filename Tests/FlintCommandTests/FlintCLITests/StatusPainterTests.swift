import Testing

@testable import FlintCLI

struct StatusPainterTests {
    private func painted(_ line: String) -> String {
        StatusPainter.painted(line).replacing("\u{1B}[32m", with: "<+").replacing("\u{1B}[31m", with: "<-")
            .replacing("\u{1B}[33m", with: "<?").replacing("\u{1B}[39m", with: ">")
    }

    @Test func `status words after a colon or an arrow are colored`() {
        #expect(painted("Smart playlists: not available") == "Smart playlists: <-not available>")
        #expect(painted("  A: not available -> available") == "  A: <-not available> -> <+available>")
        #expect(painted("B: undetermined (overridden)") == "B: <?undetermined> (overridden)")
        #expect(painted("Camera (camera): denied, for Clips") == "Camera (camera): <-denied>, for Clips")
        #expect(painted("rule: problem: It is off.") == "rule: <-problem>: It is off.")
        #expect(painted("A.swift:1: error: App: It is off.") == "A.swift:1: <-error>: App: It is off.")
        #expect(painted("warning: App: It is off.") == "<?warning>: App: It is off.")
    }

    @Test func `signs at the start of a row are colored`() {
        #expect(painted("  ok  platform  iOS") == "  <+ok>  platform  iOS")
        #expect(painted("  no  purchase  Premium") == "  <-no>  purchase  Premium")
        #expect(painted("  ?   purchase  Premium") == "  <??>   purchase  Premium")
    }

    @Test(arguments: [
        "", ": ", "available", "An available thing: availableness", "no  thing", "a -> b", "x: only", ":: ",
        "warnings: a",
    ])
    func `other text is unchanged`(_ line: String) {
        #expect(painted(line) == line)
    }
}

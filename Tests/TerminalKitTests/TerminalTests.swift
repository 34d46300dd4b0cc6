import Foundation
import Testing

@testable import TerminalKit

extension CursesTests {
    @MainActor
    struct TerminalTests {
        @Test func whatIsNoTerminalIsRefused() throws {
            let null = try #require(FileHandle(forUpdatingAtPath: "/dev/null"))
            var options = TerminalOptions { _ in "xterm-256color" }
            options.input = null.fileDescriptor
            options.output = null.fileDescriptor
            #expect(throws: TerminalError.notATerminal(.input)) { try Terminal.open(options) }
        }

        @Test(arguments: ["", "nope", "unknown", "nope\u{1B}[2J"])
        func anUnknownTypeIsRefusedByName(_ term: String) {
            #expect(throws: TerminalError.unknownTerminal(term)) { try Terminal.usableName(term, output: 1) }
        }

        @Test func aTerminalThatCannotPlaceItsCursorIsRefused() {
            #expect(throws: TerminalError.cannotAddressCursor("dumb")) { try Terminal.usableName("dumb", output: 1) }
        }

        @Test(arguments: [
            ("xterm-256color", "xterm-256color"), ("vt100", "vt100"), ("foot-that-is-not-installed", "xterm-256color"),
            ("xterm-no-such-kind", "xterm-256color"),
        ])
        func terminalsWithoutADescriptionHereAreTakenForXterm(_ term: String, _ name: String) throws {
            #expect(try Terminal.usableName(term, output: 1) == name)
        }

        @Test func errorsSayWhatToDoAndAreSafeToPrint() {
            #expect("\(TerminalError.unknownTerminal("a\u{1B}[2J"))".contains("\"a␛[2J\""))
            #expect("\(TerminalError.unknownTerminal(""))".contains("TERM is not set"))
            #expect("\(TerminalError.cannotAddressCursor("dumb"))".contains("TERM=xterm-256color"))
            #expect("\(TerminalError.notATerminal(.output))".contains("standard output"))
        }
    }
}

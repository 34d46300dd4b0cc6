import FlintTerminal
import Foundation
import Testing

struct ClipboardSequenceTests {
    @Test(arguments: ["", "a", "ab", "abc", "Grüße, 日本 🎧\n\u{1B}[31m", String(repeating: "x", count: 1_000)])
    func `a text is encoded so that it contains no control sequence`(text: String) throws {
        let bytes = try #require(ClipboardSequence(text, through: .none)).bytes
        #expect(bytes.hasPrefix("\u{1B}]52;c;") && bytes.hasSuffix("\u{07}"))
        let encoded = String(bytes.dropFirst(7).dropLast())
        #expect(Data(base64Encoded: encoded) == Data(text.utf8))
        #expect(!encoded.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test func `tmux gets the sequence for itself and a wrapped one for the outer terminal`() throws {
        let bytes = try #require(ClipboardSequence("a", through: .tmux)).bytes
        #expect(bytes == "\u{1B}]52;c;YQ==\u{07}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{07}\u{1B}\\")
    }

    @Test func `screen receives the sequence in pieces that it forwards`() throws {
        let text = String(repeating: "x", count: 900)
        let bytes = try #require(ClipboardSequence(text, through: .screen)).bytes
        let pieces = bytes.components(separatedBy: "\u{1B}\\").dropLast()
        #expect(pieces.count == 5)
        #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 258 })
        let plain = pieces.map { $0.dropFirst(2) }.joined()
        #expect(plain == ClipboardSequence(text, through: .none)?.bytes)
    }

    @Test func `text beyond the limit of terminals is not sent`() {
        #expect(ClipboardSequence(String(repeating: "x", count: ClipboardSequence.limit), through: .none) != nil)
        #expect(ClipboardSequence(String(repeating: "x", count: ClipboardSequence.limit + 1), through: .none) == nil)
    }

    @Test(
        arguments: [
            ([:], ClipboardSequence.Multiplexer.none), (["TMUX": "/tmp/tmux", "STY": "1.x"], .tmux),
            (["TMUX": "", "STY": "1.x"], .screen), (["STY": ""], .none),
        ] as [([String: String], ClipboardSequence.Multiplexer)])
    func `the multiplexer is found by its variable`(variables: [String: String], found: ClipboardSequence.Multiplexer) {
        #expect(ClipboardSequence.Multiplexer { variables[$0] } == found)
    }
}

import Foundation
import Testing

@testable import FlintTerminal

struct TextSanitizerTests {
    @Test(arguments: [
        ("plain text", "plain text"), ("", ""), ("a\u{1B}[31mb", "a␛[31mb"), ("a\nb\tc\r\nd", "a␊b␉c␍d"),
        ("\u{7F}\u{0}", "␡␀"), ("a\u{9B}31mb", "a\u{FFFD}31mb"), ("a\u{2028}b", "a\u{FFFD}b"), ("a\u{202E}b", "ab"),
        ("a\u{200B}b\u{FEFF}", "ab"), ("👨‍👩‍👧!", "👨!"), ("👍🏽", "👍"), ("❤️", "❤"), ("1️⃣", "1"), ("🇫🇷", "🇫🇷"),
        ("e\u{301}", "e\u{301}"), ("\u{301}", "◌\u{301}"), ("\u{E000}", "\u{FFFD}"), ("\u{E0041}x", "x"),
        ("\u{600}", "\u{600}"), (" \u{301}", " \u{301}"), ("中文 한", "中文 한"), ("\u{AD}a", "a"),
        ("a\u{2066}b\u{2069}", "ab"),
    ])
    func `sanitized text contains only printable scalars`(_ text: String, _ safe: String) {
        #expect(Array(TextSanitizer.sanitized(text).unicodeScalars) == Array(safe.unicodeScalars))
    }

    @Test(arguments: [4, 200, 30_000]) func `excess combining marks are removed`(_ count: Int) {
        let heap = "a" + String(repeating: "\u{301}", count: count) + "b"
        #expect(TextSanitizer.sanitized(heap).unicodeScalars.count == 5)
        #expect(DisplayWidth.of(heap) == 2)
        // Invisible marks count toward the limit of scanned scalars.
        let invisible = "a" + String(repeating: "\u{FE0F}", count: count) + "\u{301}b"
        #expect(TextSanitizer.sanitized(invisible) == (count < 64 ? "a\u{301}b" : "ab"))
    }

    @Test func `sanitizing is idempotent`() {
        let unstable = Self.scalars.filter {
            let once = TextSanitizer.sanitized(String($0))
            return TextSanitizer.sanitized(once) != once
        }
        #expect(unstable.isEmpty)
    }

    @Test func `sanitizing removes every control and formatting scalar`() {
        let bad: Set<Unicode.GeneralCategory> = [
            .control, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate,
        ]
        let traps: Set<UInt32> = Set(0x202A...0x202E).union(0x2066...0x2069).union([0x200B, 0x200E, 0x200F, 0xFEFF])
        let leaks = Self.scalars.filter { scalar in
            TextSanitizer.sanitized("a" + String(scalar)).unicodeScalars.contains {
                bad.contains($0.properties.generalCategory) || traps.contains($0.value)
            }
        }
        #expect(leaks.isEmpty)
    }

    /// Every scalar except the ideographs and the unassigned planes, which would only take time.
    private static let scalars = [0..<0x3400, 0xA000..<0xAD00, 0xD700..<0x12000, 0x1F000..<0x20010, 0xDFFF0..<0xE0200]
        .joined().compactMap { Unicode.Scalar(UInt32($0)) }
}

import FlintTerminal
import Testing

struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("💎", 2), ("中文", 4), ("한", 2), ("Ａ", 2), ("🫠", 2), ("é", 1), ("e\u{301}", 1),
        ("─┌│…•→★✔▶⚠❤", 11), ("👨‍👩‍👧", 2), ("🧑‍🚀", 2), ("🇫🇷", 2), ("🇫", 1), ("👍🏽", 2), ("❤️", 1), ("1️⃣", 1), ("नि", 2),
        ("a\u{200B}b", 2), (" \u{301}", 1), ("\u{600}", 1), ("\t", 1), ("\r\n", 1), ("각", 2),
    ])
    func `text has the width on which terminals agree`(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func `the width of text is the sum of its drawn clusters`() {
        for text in ["a中\u{1B}b👨‍👩‍👧", "e\u{301}\u{202E}x", "🇫🇷🇩🇪"] {
            #expect(DisplayWidth.of(text) == TextSanitizer.clusters(of: text).reduce(0) { $0 + $1.width })
            #expect(DisplayWidth.of(text) == DisplayWidth.of(TextSanitizer.sanitized(text)))
        }
    }

    @Test func `the scalars at the edges of every table have their width`() {
        let widths: [(Unicode.Scalar, Int)] = [
            ("\u{1F}", 0), (" ", 1), ("~", 1), ("\u{7F}", 0), ("\u{9F}", 0), ("\u{A0}", 1), ("\u{10FF}", 1),
            ("\u{1100}", 2), ("\u{115F}", 2), ("\u{1160}", 0), ("\u{3FFFD}", 2), ("\u{F0000}", 1), ("\u{10FFFD}", 1),
            ("\u{303E}", 2), ("\u{303F}", 1), ("\u{3041}", 2), ("\u{3247}", 2), ("\u{3248}", 1), ("\u{3250}", 2),
            ("\u{A4CF}", 2), ("\u{A4D0}", 1), ("\u{AC00}", 2), ("\u{D7A3}", 2), ("\u{FF00}", 1), ("\u{FF01}", 2),
            ("\u{FF60}", 2), ("\u{FF61}", 1),
        ]
        for (scalar, width) in widths { #expect(DisplayWidth.of(scalar) == width, "\(scalar.value)") }
    }

    @Test func `every scalar takes zero to two cells`() {
        let scalars = (0..<UInt32(0x3_0000)).compactMap { Unicode.Scalar($0) }
        #expect(scalars.filter { !(0...2).contains(DisplayWidth.of($0)) }.isEmpty)
    }
}

import TerminalKit
import Testing

struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("💎", 2), ("中文", 4), ("한", 2), ("Ａ", 2), ("🫠", 2), ("é", 1), ("e\u{301}", 1),
        ("─┌│…•→★✔▶⚠❤", 11), ("👨‍👩‍👧", 2), ("🧑‍🚀", 2), ("🇫🇷", 2), ("🇫", 1), ("👍🏽", 2), ("❤️", 1), ("1️⃣", 1), ("नि", 2),
        ("a\u{200B}b", 2), ("\t", 1), ("\r\n", 1), ("각", 2),
    ])
    func textTakesTheCellsTerminalsAgreeOn(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func widthIsTheSumOfTheClustersThatAreDrawn() {
        for text in ["a中\u{1B}b👨‍👩‍👧", "e\u{301}\u{202E}x", "🇫🇷🇩🇪"] {
            #expect(DisplayWidth.of(text) == TextSanitizer.clusters(of: text).reduce(0) { $0 + $1.width })
            #expect(DisplayWidth.of(text) == DisplayWidth.of(TextSanitizer.sanitized(text)))
        }
    }

    @Test func everyScalarTakesNoneOneOrTwoCells() {
        let scalars = (0..<UInt32(0x3_0000)).compactMap { Unicode.Scalar($0) }
        #expect(scalars.filter { !(0...2).contains(DisplayWidth.of($0)) }.isEmpty)
    }
}

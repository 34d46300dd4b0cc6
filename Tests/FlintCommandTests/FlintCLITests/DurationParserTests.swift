import Testing

@testable import FlintCLI

struct DurationParserTests {
    @Test(
        arguments: [
            ("90s", 90), ("10m", 600), ("2h", 7200), ("3d", 259_200), ("2w", 1_209_600), ("1h30m", 5400),
            ("1d2h3m4s", 93_784), ("3650d", 315_360_000), ("0h5m", 300), ("10M", 600), ("3 days", 259_200),
            ("1.5h", 5400), ("1mo", 2_592_000), ("2 months", 5_184_000), ("1y", 31_536_000),
        ] as [(String, Int)])
    func `a duration with a unit for each number is parsed`(text: String, seconds: Int) throws {
        #expect(try DurationParser.seconds(text, for: "--for") == seconds)
    }

    @Test(arguments: ["", " ", "10", "m", "10x", "10m5", "-5m", "1..5h", "P3D", "٣m"])
    func `the error for text that is not a duration gives examples`(text: String) {
        let error = #expect(throws: CommandLineError.self) { try DurationParser.seconds(text, for: "--for") }
        #expect(error?.status == 64)
        #expect(error?.message.hasPrefix("\"\(text)\" is not a duration.") == true)
        #expect(error?.message.contains("For --for, write") == true)
        #expect(error?.message.contains("1h30m") == true)
    }

    @Test(arguments: ["3651d", "999999999999w", "99999999999999999999s"])
    func `the error for a duration that is too long states the maximum`(text: String) {
        let error = #expect(throws: CommandLineError.self) { try DurationParser.seconds(text, for: "advance") }
        #expect(error?.message == "\"\(text)\" is too long; advance takes at most 3650d.")
    }

    @Test func `a duration of zero is refused`() {
        let error = #expect(throws: CommandLineError.self) { try DurationParser.seconds("0m0s", for: "--for") }
        #expect(error?.message == "\"0m0s\" is too short; --for takes at least 1s.")
    }
}

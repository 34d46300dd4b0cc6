import Foundation
import Testing

@testable import FlintCore

struct VerboseLogEventFormatterTests {
    @Test func `an event is formatted on one line`() {
        let formatter = VerboseLogEventFormatter(prefix: "app", dateFormat: "SSS")
        #expect(
            formatter.format(.sample("hello", arguments: "12"))
                == "app 250 info • main | Activity 'Testing' | App/Player | hello | State: 12")
        #expect(
            VerboseLogEventFormatter(dateFormat: "SSS").format(.sample("hello", level: .error))
                == "250 error • main | Activity 'Testing' | App/Player | hello")
    }

    @Test func `control characters in a text are escaped`() {
        let formatter = VerboseLogEventFormatter(dateFormat: "'-'")
        let text = formatter.format(.sample("a\nb\r\u{1B}[0m\u{2028}\u{202E}\u{2066}\u{2069}é👍", arguments: "x\ny"))
        #expect(
            text == "- info • main | Activity 'Testing' | App/Player | "
                + #"a\nb\r\u{1B}[0m\u{2028}\u{202E}\u{2066}\u{2069}é👍 | State: x\ny"#)
    }
}

import Testing

@testable import FlintTerminal

struct TerminalNegotiationTests {
    private static let everything: TerminalNegotiation.Request = [
        .synchronizedOutput, .colorScheme, .notifications, .keyboard,
    ]

    /// Returns the bytes that a negotiation sends in response to replies.
    private func bytes(_ negotiation: inout TerminalNegotiation, _ replies: TerminalReply...) -> String {
        replies.map { negotiation.handle($0).bytes }.joined()
    }

    @Test func `synchronized output alone takes one query and one reply`() {
        var negotiation = TerminalNegotiation(.synchronizedOutput)
        #expect(negotiation.begin() == "\u{1B}[?2026$p")
        #expect(negotiation.isPending && negotiation.begin().isEmpty)
        #expect(bytes(&negotiation, .mode(number: 2026, state: 2)).isEmpty)
        #expect(negotiation.synchronizesOutput && !negotiation.isPending && negotiation.begin().isEmpty)
    }

    @Test func `a mode is turned on only if the terminal can change it`() {
        for state in [0, 3, 4] {
            var negotiation = TerminalNegotiation(Self.everything)
            _ = negotiation.begin()
            let sent = bytes(
                &negotiation, .mode(number: 2031, state: state), .mode(number: 1004, state: state), .attributes)
            #expect(sent == "\u{1B}]11;?\u{1B}\\\u{1B}[c")
            #expect(negotiation.on.isEmpty && negotiation.off.isEmpty)
        }
    }

    @Test func `a terminal that reports the color scheme is not asked for its background`() {
        var negotiation = TerminalNegotiation(.colorScheme)
        _ = negotiation.begin()
        #expect(bytes(&negotiation, .mode(number: 2031, state: 2)) == "\u{1B}[?2031h\u{1B}[?996n")
        #expect(bytes(&negotiation, .attributes).isEmpty)
        #expect(!negotiation.isPending)
        #expect(negotiation.handle(.colorScheme(.light)).event == .colorScheme(.light))
    }

    @Test func `confirmed modes are turned on again after a suspension`() {
        var negotiation = TerminalNegotiation(Self.everything)
        _ = negotiation.begin()
        _ = bytes(&negotiation, .mode(number: 1004, state: 2), .keyboard, .attributes, .attributes, .focus(false))
        #expect(negotiation.off == "\u{1B}[<u\u{1B}[?1004l")
        #expect(!negotiation.isInFocus)
        negotiation.resume()
        #expect(negotiation.isInFocus)
        #expect(negotiation.on == "\u{1B}[>5u\u{1B}[?1004h")
        #expect(negotiation.begin().isEmpty)
    }

    @Test func `unsolicited replies have no effect`() {
        let replies: [TerminalReply] = [
            .mode(number: 2031, state: 2), .mode(number: 1004, state: 2), .mode(number: 5, state: 2), .keyboard,
            .attributes, .name("kitty(1)"), .colorScheme(.light), .focus(false),
        ]
        var negotiation = TerminalNegotiation(.synchronizedOutput)
        _ = negotiation.begin()
        for reply in replies + replies {
            let (bytes, event) = negotiation.handle(reply)
            #expect(bytes.isEmpty && event == nil)
        }
        #expect(negotiation.isPending && negotiation.isInFocus && negotiation.notification == nil)
        var idle = TerminalNegotiation(Self.everything)
        #expect(bytes(&idle, .keyboard, .attributes, .mode(number: 1004, state: 2)).isEmpty)
    }

    @Test(arguments: [
        ("kitty(0.35.2)", true), ("WezTerm 20240203", true), ("VTE(7600)", true), ("tmux 3.4", false),
        ("xterm(390)", false), ("", false),
    ])
    func `links are shown if the terminal's name is known to support them`(name: String, isShown: Bool) {
        var negotiation = TerminalNegotiation([.synchronizedOutput, .links])
        #expect(negotiation.begin() == "\u{1B}[?2026$p\u{1B}[c")
        _ = negotiation.handle(.name(name))
        #expect(!negotiation.showsLinks, "The terminal has not been asked for its name yet.")
        #expect(bytes(&negotiation, .attributes) == "\u{1B}[>0q\u{1B}[c")
        _ = bytes(&negotiation, .name(name), .attributes)
        #expect(negotiation.showsLinks == isShown && !negotiation.isPending)
        #expect(negotiation.off.hasSuffix("\u{1B}]8;;\u{1B}\\") == isShown, "A link can be unfinished.")
    }

    @Test func `links that were not requested are not shown`() {
        var negotiation = TerminalNegotiation([.synchronizedOutput, .notifications])
        _ = negotiation.begin()
        _ = bytes(&negotiation, .mode(number: 1004, state: 2), .attributes, .name("kitty(1)"))
        #expect(!negotiation.showsLinks && negotiation.notification == .text)
    }

    @Test func `repeated replies cause no further output`() {
        var negotiation = TerminalNegotiation(Self.everything)
        _ = negotiation.begin()
        #expect(bytes(&negotiation, .keyboard, .keyboard, .keyboard) == "\u{1B}[>5u")
        #expect(!bytes(&negotiation, .attributes).isEmpty)
        #expect(bytes(&negotiation, .attributes, .attributes, .keyboard, .mode(number: 2031, state: 2)).isEmpty)
        #expect(!negotiation.isPending)
    }

    @Test(arguments: [
        ("kitty(0.35.2)", "\u{1B}]9;App: text\u{1B}\\"), ("foot(1.16.2)", "\u{1B}]777;notify;App;text\u{1B}\\"),
        ("WezTerm 20240203", "\u{1B}]777;notify;App;text\u{1B}\\"), ("tmux 3.4", nil), ("XTerm(390)", nil),
        ("kittycat", nil), ("", nil), ("VTE(7600)", nil),
    ])
    func `a terminal gets notifications in the form that it supports`(_ name: String, _ expected: String?) {
        let form = KnownTerminal(answer: name)?.notification
        #expect(form.map { NotificationSequence(title: "App", text: "text", form: $0).bytes } == expected)
    }

    @Test(arguments: [("", "4;1", " 4,1"), ("7 Wonders", "text", " 7 Wonders: text"), ("App", "4", "App: 4")])
    func `a number cannot select another function of the sequence`(title: String, text: String, sent: String) {
        let bytes = NotificationSequence(title: title, text: text, form: .text).bytes
        #expect(bytes == "\u{1B}]9;\(sent)\u{1B}\\")
    }

    @Test func `names cannot end a notification or add fields to it`() {
        for form in [NotificationSequence.Form.text, .titled] {
            let bytes = NotificationSequence(
                title: "4;1\u{7}", text: "a\u{1B}\\b;c\u{9C}\n" + String(repeating: "x", count: 999), form: form
            ).bytes
            #expect(bytes.unicodeScalars.count { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) } == 2)
            #expect(bytes.count < 320)
            #expect(bytes.count { $0 == ";" } == (form == .text ? 1 : 3))
        }
    }
}

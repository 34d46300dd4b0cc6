// SPDX-License-Identifier: MIT

/// A parser that turns the bytes from a terminal into events.
///
/// A terminal sends keys as UTF-8 text mixed with escape sequences. A read can end at any byte, and the input can
/// contain invalid bytes. The parser keeps its state between reads, supports the sequences of all common terminals
/// instead of a single terminfo entry, and skips unknown sequences completely. It stores a bounded number of bytes.
///
/// An escape byte can be the Escape key or the beginning of a sequence, and only time can distinguish the two. While
/// ``isWaiting`` is `true`, the owner calls ``flush()`` if no byte arrives for about 25 milliseconds. The events depend
/// on the bytes and on the pauses between them, but not on the boundaries of reads.
///
/// ```swift
/// var parser = InputParser()
/// parser.feed(Array("\u{1B}[A".utf8))   // [.key(KeyPress(.up))]
/// ```
package struct InputParser: Sendable {
    /// The parser's position in the grammar between two bytes.
    enum State: Hashable, Sendable {
        case ground
        case escape(twice: Bool)
        /// After `ESC [`, with the parameters in `collected`.
        case control(alt: Bool)
        /// In a control sequence that is too long, until it ends.
        case ignoredControl
        /// After `ESC O`, possibly with a modifier digit in `collected`.
        case singleShift(alt: Bool)
        /// After `ESC [ [`, which begins five function keys on the Linux console.
        case consoleFunction
        /// In a string that can only be a reply, until its terminator.
        ///
        /// The `introducer` is the byte that started the string.
        case string(introducer: UInt8, escaped: Bool)
        /// In the three bytes of a mouse report in the original format.
        case oldMouse
        /// In a bracketed paste. If `isCut` is `true`, the paste has exceeded the limit, and further text is discarded.
        case paste(isCut: Bool)
    }

    /// The limits, in bytes, on sequences without a fixed length.
    struct Limits: Sendable {
        var paste = InputParser.pasteLimit
        var string = InputParser.stringLimit
    }

    let limits: Limits
    var state = State.ground
    var collected: [UInt8] = []
    var events: [TerminalEvent] = []
    /// The index in `collected` of the first byte after the last pause within a paste, or `nil` before the first pause.
    var pieceStart: Int?
    private(set) var replies: [TerminalReply] = []
    private var partial: [UInt8] = []
    private var partialHasAlt = false

    /// The maximum number of parameter bytes.
    ///
    /// All meaningful sequences are shorter.
    static let controlLimit = 64
    static let stringLimit = 4096
    /// The maximum number of bytes in an expected reply in string form.
    ///
    /// The parser waits for the rest of such a reply, so a short limit ends the wait for a reply that never ends.
    static let replyLimit = 128

    package init() {
        self.init(limits: Limits())
    }

    init(limits: Limits) {
        self.limits = limits
    }

    /// Whether a pause after the current bytes changes their meaning.
    package var isWaiting: Bool {
        switch state {
        case .ground, .ignoredControl: false
        case .paste: pieceStart != collected.count
        // The rest of a sequence with parameters, or of an expected reply, can arrive late over a slow connection.
        // After a premature end, it would be mistaken for keys.
        case .control: collected.isEmpty
        case .string(let introducer, let escaped): escaped || !isExpectedReply(introducer)
        case .escape, .singleShift, .consoleFunction, .oldMouse: true
        }
    }

    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        for byte in bytes {
            read(byte)
        }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Handles a pause in the input while ``isWaiting`` is `true`, and returns the completed events.
    ///
    /// A lone escape byte becomes the Escape key, and `ESC [` becomes alt-[. A paste continues, unless a key that
    /// cannot be part of it has arrived in isolation.
    package mutating func flush() -> [TerminalEvent] {
        guard isWaiting else { return [] }
        defer { events.removeAll(keepingCapacity: true) }
        switch state {
        case .paste(let isCut):
            pausePaste(isCut: isCut)
            return events
        case .escape(let twice):
            press(.escape)
            if twice { press(.escape) }
        case .control(let alt): pressIntroducer("[", alt)
        case .singleShift(let alt) where collected.isEmpty: pressIntroducer("O", alt)
        case .string(let introducer, let escaped) where collected.isEmpty:
            press(.character(Character(UnicodeScalar(introducer))), .alt)
            if escaped { press(.escape) }
        case .ground, .ignoredControl, .singleShift, .consoleFunction, .string, .oldMouse: break
        }
        reset()
        return events
    }

    mutating func takeReplies() -> [TerminalReply] {
        defer { replies.removeAll() }
        return replies
    }

    mutating func record(_ reply: TerminalReply) {
        // Replies are untrusted, so their number is limited.
        if replies.count >= 16 { replies.removeFirst() }
        replies.append(reply)
    }

    mutating func reset() {
        state = .ground
        collected.removeAll(keepingCapacity: true)
    }

    mutating func press(_ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers = []) {
        events.append(.key(KeyPress(key, modifiers)))
    }

    /// Reports the beginning of an unfinished sequence as the key press with the same encoding.
    private mutating func pressIntroducer(_ character: Character, _ afterEscape: Bool) {
        if afterEscape { press(.escape) }
        press(.character(character), .alt)
    }

    private mutating func read(_ byte: UInt8) {
        switch state {
        case .ground: readText(byte, alt: false)
        case .escape(let twice): readAfterEscape(byte, twice)
        case .control(let alt): readControl(byte, alt)
        case .ignoredControl: readIgnored(byte)
        case .singleShift(let alt): readSingleShift(byte, alt)
        case .consoleFunction:
            reset()
            if (0x41...0x45).contains(byte) { press(.function(Int(byte) - 0x40)) }
        case .string(let introducer, let escaped): readString(byte, introducer, escaped)
        case .oldMouse:
            collected.append(byte)
            if collected.count == 3 { finishOldMouse() }
        case .paste(let isCut): readPaste(byte, isCut: isCut)
        }
    }

    private mutating func readAfterEscape(_ byte: UInt8, _ twice: Bool) {
        switch byte {
        case 0x1B:
            if twice { press(.escape) }
            state = .escape(twice: true)
        case UInt8(ascii: "["): state = .control(alt: twice)
        case UInt8(ascii: "O"): state = .singleShift(alt: twice)
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            if twice { press(.escape) }
            state = .string(introducer: byte, escaped: false)
        default:
            if twice { press(.escape) }
            state = .ground
            readText(byte, alt: true)
        }
    }

    private mutating func readControl(_ byte: UInt8, _ alt: Bool) {
        switch byte {
        case 0x20...0x3F:
            collected.append(byte)
            if collected.count > Self.controlLimit {
                reset()
                state = .ignoredControl
            }
        case 0x40...0x7E:
            finishControl(byte, alt)
        default:
            // A control or non-ASCII byte cannot be part of a sequence, so the sequence was interrupted.
            let wasKey = collected.isEmpty
            reset()
            if wasKey { pressIntroducer("[", alt) }
            read(byte)
        }
    }

    private mutating func readIgnored(_ byte: UInt8) {
        switch byte {
        case 0x20...0x3F: break
        case 0x40...0x7E: reset()
        default:
            reset()
            read(byte)
        }
    }

    private mutating func readSingleShift(_ byte: UInt8, _ alt: Bool) {
        if (0x31...0x39).contains(byte), collected.isEmpty {
            collected.append(byte)
            return
        }
        let digit = collected.first.map { Int($0) - 0x30 }
        reset()
        if let key = Self.key(final: byte) ?? Self.keypadKey(byte) {
            press(key, Self.modifiers(digit ?? 1).union(alt ? .alt : []))
        } else if digit == nil {
            pressIntroducer("O", alt)
            read(byte)
        }
    }

    private mutating func readString(_ byte: UInt8, _ introducer: UInt8, _ escaped: Bool) {
        switch byte {
        case 0x07: finishString(introducer)
        // CAN and SUB cancel a string.
        case 0x18, 0x1A: reset()
        case UInt8(ascii: "\\") where escaped: finishString(introducer)
        // An escape byte that does not begin the terminator interrupts the string.
        case _ where escaped:
            reset()
            state = .escape(twice: false)
            read(byte)
        case 0x1B: state = .string(introducer: introducer, escaped: true)
        default:
            collected.append(byte)
            let limit = isExpectedReply(introducer) ? min(Self.replyLimit, limits.string) : limits.string
            if collected.count > limit { reset() }
        }
    }
}

// MARK: - Text

extension InputParser {
    private mutating func readText(_ byte: UInt8, alt: Bool) {
        if !partial.isEmpty {
            if byte & 0xC0 == 0x80, Self.canFollow(partial, byte) {
                partial.append(byte)
                if partial.count == Self.length(partial[0]) { finishCharacter() }
                return
            }
            abandonCharacter()
        }
        switch byte {
        case 0x20..<0x7F: press(.character(Character(UnicodeScalar(byte))), alt ? .alt : [])
        case 0x00..<0x20, 0x7F: readControlKey(byte, alt)
        case 0xC2...0xF4:
            partial.append(byte)
            partialHasAlt = alt
        // The byte is a stray continuation byte, or one that UTF-8 never uses.
        default: press(.character("\u{FFFD}"), alt ? .alt : [])
        }
    }

    private mutating func readControlKey(_ byte: UInt8, _ alt: Bool) {
        let modifiers: KeyPress.Modifiers = alt ? .alt : []
        switch byte {
        // Ctrl-Space and Ctrl-@ send the same byte.
        case 0x00: press(.character(" "), modifiers.union(.control))
        case 0x08, 0x7F: press(.backspace, modifiers)
        case 0x09: press(.tab, modifiers)
        case 0x0A, 0x0D: press(.enter, modifiers)
        case 0x1B: state = .escape(twice: false)
        case 0x01...0x1A:
            press(.character(Character(UnicodeScalar(byte + 0x60))), modifiers.union(.control))
        default:
            press(.character(Character(UnicodeScalar(byte + 0x40))), modifiers.union(.control))
        }
    }

    private mutating func finishCharacter() {
        let scalar = String(decoding: partial, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
        partial.removeAll(keepingCapacity: true)
        // The C1 control characters are not keys.
        if !(0x80..<0xA0).contains(scalar.value) { press(.character(Character(scalar)), partialHasAlt ? .alt : []) }
    }

    private mutating func abandonCharacter() {
        partial.removeAll(keepingCapacity: true)
        press(.character("\u{FFFD}"), partialHasAlt ? .alt : [])
    }

    private static func length(_ lead: UInt8) -> Int {
        lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }

    private static func canFollow(_ partial: [UInt8], _ byte: UInt8) -> Bool {
        guard partial.count == 1 else { return true }
        // UTF-8 forbids overlong forms, surrogates, and values beyond Unicode's range.
        return switch partial[0] {
        case 0xE0: byte >= 0xA0
        case 0xED: byte < 0xA0
        case 0xF0: byte >= 0x90
        case 0xF4: byte < 0x90
        default: true
        }
    }
}

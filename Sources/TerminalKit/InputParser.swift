/// Turns the bytes a terminal sends into events.
///
/// A terminal sends keys as UTF-8 text mixed with escape sequences, cut into reads at any byte, and now and then
/// with rubbish between. The parser keeps its place across reads, knows the sequences of the terminals in use rather
/// than those of one terminfo entry, swallows whole what it does not know, and never holds more than a bounded number
/// of bytes. Only one thing needs a clock: an escape byte may be the escape key or the beginning of a sequence.
/// So while `isWaiting` is true, the owner calls `flush()` when nothing has followed for about 25 milliseconds. The
/// events depend on the bytes and on the pauses between them, never on how the bytes are cut into reads.
package struct InputParser: Sendable {
    /// The parser's state in the grammar between two bytes.
    enum State: Hashable, Sendable {
        /// Between keys.
        case ground
        /// After an escape byte, or after two of them.
        case escape(twice: Bool)
        /// After `ESC [`; the parameters so far are in `collected`.
        case control(alt: Bool)
        /// In a control sequence too long to mean anything, until it ends.
        case ignoredControl
        /// After `ESC O`; a modifier digit may be in `collected`.
        case singleShift(alt: Bool)
        /// After `ESC [ [`, which the Linux console begins five function keys with.
        case consoleFunction
        /// In a string that only an answer can be, until its terminator; `introducer` began it.
        case string(introducer: UInt8, escaped: Bool)
        /// In the three bytes of a mouse report of the old kind.
        case oldMouse
        /// Between the brackets of pasted text; what is too long is cut.
        case paste(isCut: Bool)
    }

    /// How much the parser holds of what may never end.
    struct Limits: Sendable {
        /// The most bytes of text one paste may have; the rest is left out.
        var paste = InputParser.pasteLimit
        /// No answer worth waiting for is longer than this.
        var string = InputParser.stringLimit
    }

    let limits: Limits
    var state = State.ground
    /// The bytes of an unfinished sequence or paste.
    var collected: [UInt8] = []
    /// Events of the present call.
    var events: [TerminalEvent] = []
    /// Where, among the bytes of a paste, those begin that came after the last pause; nil before the first pause.
    var pieceStart: Int?
    /// Answers that arrived since they were last taken.
    private(set) var replies: [TerminalReply] = []
    /// The bytes of an unfinished UTF-8 character.
    private var partial: [UInt8] = []
    /// Whether the unfinished UTF-8 character followed an escape byte.
    private var partialHasAlt = false

    /// No sequence that means anything is longer than this.
    static let controlLimit = 64
    /// The limit of answers for a terminal.
    static let stringLimit = 4096

    /// Makes a parser that has seen nothing yet.
    package init() {
        self.init(limits: Limits())
    }

    /// Creates a parser whose limits a test or a fuzzer reaches sooner.
    init(limits: Limits) {
        self.limits = limits
    }

    /// Whether what the bytes so far mean depends on a pause after them.
    package var isWaiting: Bool {
        switch state {
        case .ground, .ignoredControl: false
        case .paste: pieceStart != collected.count
        case .control: collected.isEmpty
        case .escape, .singleShift, .consoleFunction, .string, .oldMouse: true
        }
    }

    /// Reads bytes in the order they arrived.
    ///
    /// - Parameter bytes: Any bytes, cut anywhere.
    /// - Returns: The events they complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        for byte in bytes {
            read(byte)
        }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Decides that nothing will follow what the parser waits on.
    ///
    /// A lone escape byte becomes the escape key, and `ESC [` the key alt-[. A control sequence that already has
    /// parameters is kept: were its rest to arrive late from a slow line, it would otherwise be taken for keys. A paste
    /// is kept too, unless a key that cannot be part of it has arrived alone.
    ///
    /// - Returns: The events this completes.
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
        default: break
        }
        reset()
        return events
    }

    /// Hands over the answers that arrived, oldest first.
    mutating func takeReplies() -> [TerminalReply] {
        defer { replies.removeAll() }
        return replies
    }

    /// Notes an answer of the terminal; only the newest few are kept until they are taken.
    mutating func note(_ reply: TerminalReply) {
        if replies.count >= 16 { replies.removeFirst() }
        replies.append(reply)
    }

    /// Returns to the state between keys and forgets the unfinished sequence.
    mutating func reset() {
        state = .ground
        collected.removeAll(keepingCapacity: true)
    }

    /// Notes a key press.
    mutating func press(_ key: KeyPress.Key, _ modifiers: KeyPress.Modifiers = []) {
        events.append(.key(KeyPress(key, modifiers)))
    }

    /// Takes the beginning of a sequence that never came as the key it also encodes.
    private mutating func pressIntroducer(_ character: Character, _ afterEscape: Bool) {
        if afterEscape { press(.escape) }
        press(.character(character), .alt)
    }

    /// Reads one byte.
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

    /// Reads a byte after an escape byte: the beginning of a sequence, or a key with alt.
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

    /// Reads a byte of a control sequence.
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
            // A sequence holds no controls and no text: this one was broken off.
            let wasKey = collected.isEmpty
            reset()
            if wasKey { pressIntroducer("[", alt) }
            read(byte)
        }
    }

    /// Reads a byte of a sequence that is too long.
    private mutating func readIgnored(_ byte: UInt8) {
        switch byte {
        case 0x20...0x3F: break
        case 0x40...0x7E: reset()
        default:
            reset()
            read(byte)
        }
    }

    /// Reads a byte after `ESC O`.
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

    /// Reads and discards a byte of an unsolicited answer in string form.
    private mutating func readString(_ byte: UInt8, _ introducer: UInt8, _ escaped: Bool) {
        switch byte {
        case 0x07, 0x18, 0x1A: reset()
        case UInt8(ascii: "\\") where escaped: reset()
        case _ where escaped:
            reset()
            state = .escape(twice: false)
            read(byte)
        case 0x1B: state = .string(introducer: introducer, escaped: true)
        default:
            collected.append(byte)
            if collected.count > limits.string { reset() }
        }
    }
}

// MARK: - Text

extension InputParser {
    /// Reads a byte of ordinary text or a control key.
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
        default: press(.character("\u{FFFD}"), alt ? .alt : [])
        }
    }

    /// Reads a control byte as the key that sends it.
    private mutating func readControlKey(_ byte: UInt8, _ alt: Bool) {
        let modifiers: KeyPress.Modifiers = alt ? .alt : []
        switch byte {
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

    /// Notes the character whose last byte has arrived.
    private mutating func finishCharacter() {
        let scalar = String(decoding: partial, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
        partial.removeAll(keepingCapacity: true)
        // The controls beyond ASCII are no keys.
        if !(0x80..<0xA0).contains(scalar.value) { press(.character(Character(scalar)), partialHasAlt ? .alt : []) }
    }

    /// Notes that a character began and was not finished.
    private mutating func abandonCharacter() {
        partial.removeAll(keepingCapacity: true)
        press(.character("\u{FFFD}"), partialHasAlt ? .alt : [])
    }

    /// How many bytes the UTF-8 character has that begins with `lead`.
    private static func length(_ lead: UInt8) -> Int {
        lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }

    /// Whether UTF-8 allows `byte`, a continuation byte, after `partial`; it forbids overlong forms and surrogates.
    private static func canFollow(_ partial: [UInt8], _ byte: UInt8) -> Bool {
        guard partial.count == 1 else { return true }
        return switch partial[0] {
        case 0xE0: byte >= 0xA0
        case 0xED: byte < 0xA0
        case 0xF0: byte >= 0x90
        case 0xF4: byte < 0x90
        default: true
        }
    }
}

/// The text between the brackets of a paste, and its end if the second bracket never comes.
///
/// A terminal that is cut off in the midst of a paste, or a program that sends the first bracket alone, would turn
/// every later key into text. So a paste ends when, after a pause, something arrives alone that cannot be pasted: a
/// cursor key, escape, a control character other than tab and line breaks, a mouse report. Text that is typed meanwhile
/// stays text, because a slow line brings a paste in pieces too.
extension InputParser {
    /// The limit of pastes from a terminal.
    static let pasteLimit = 1 << 16
    /// The most bytes that are taken for keys pressed one after the other.
    private static let loneLimit = 64
    /// What ends pasted text.
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// Begins a paste.
    mutating func beginPaste() {
        state = .paste(isCut: false)
        pieceStart = nil
    }

    /// Reads a byte of pasted text or of the bracket that ends it.
    ///
    /// - Parameters:
    ///   - byte: The byte.
    ///   - isCut: Whether the paste has become too long, and what follows is left out.
    mutating func readPaste(_ byte: UInt8, isCut: Bool) {
        collected.append(byte)
        if byte == UInt8(ascii: "~"), collected.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            collected.removeLast(Self.pasteEnd.count)
            if !isCut { deliverPaste(collected.count) }
            reset()
        } else if isCut {
            if collected.count >= 4 * Self.loneLimit { forgetPaste() }
        } else if collected.count >= limits.paste + Self.pasteEnd.count {
            // Fewer bytes than these may yet turn out to be the bracket.
            deliverPaste(collected.count)
            state = .paste(isCut: true)
            forgetPaste()
        }
    }

    /// Notes that nothing has followed for a moment: what arrived alone before may be keys.
    mutating func pausePaste(isCut: Bool) {
        guard let start = pieceStart, let keys = Self.loneKeys(collected[start...]) else {
            if isCut { forgetPaste() }
            pieceStart = collected.count
            return
        }
        if !isCut { deliverPaste(start) }
        reset()
        events += keys
        if !isCut { events.append(.pasteProblem(.unfinished)) }
    }

    /// Turns the first `count` collected bytes into an event, without the character that reaches beyond the limit and
    /// what follows it.
    private mutating func deliverPaste(_ count: Int) {
        guard count > 0 else { return }
        var cut = min(count, limits.paste)
        if cut < count {
            while cut > limits.paste - 4, collected[cut] & 0xC0 == 0x80 { cut -= 1 }
        }
        var text = ""
        text.reserveCapacity(cut)
        var previous: Unicode.Scalar = " "
        for scalar in String(decoding: collected[..<cut], as: UTF8.self).unicodeScalars {
            if scalar == "\r" || (scalar == "\n" && previous != "\r") {
                text.unicodeScalars.append("\n")
            } else if scalar != "\n" {
                text.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        events.append(.paste(text))
        if cut < count { events.append(.pasteProblem(.tooLong)) }
    }

    /// Forgets pasted bytes that are left out, but for those that may be part of the bracket or may be keys that
    /// arrived alone.
    private mutating func forgetPaste() {
        var kept = min(collected.count, Self.pasteEnd.count)
        if let start = pieceStart, collected.count - start <= Self.loneLimit {
            kept = max(kept, collected.count - start)
            pieceStart = start - (collected.count - kept)
        } else {
            pieceStart = nil
        }
        collected.removeFirst(collected.count - kept)
    }

    /// The keys and mouse reports that bytes stand for, if they stand for nothing else and cannot have been pasted.
    private static func loneKeys(_ bytes: ArraySlice<UInt8>) -> [TerminalEvent]? {
        guard bytes.count <= loneLimit else { return nil }
        // More than one byte of the bracket is a bracket whose rest is late.
        if bytes.count > 1, pasteEnd.starts(with: bytes) { return nil }
        var parser = InputParser()
        let events = parser.feed(bytes) + parser.flush()
        let isWhole = parser.state == .ground && parser.takeReplies().isEmpty
        return isWhole && !events.isEmpty && events.allSatisfy(isNeverPasted) ? events : nil
    }

    /// Whether an event can come from the keyboard or the mouse only.
    private static func isNeverPasted(_ event: TerminalEvent) -> Bool {
        guard case .key(let key) = event else { return true }
        switch key.key {
        case .character, .enter, .tab: return !key.modifiers.isEmpty
        default: return true
        }
    }
}

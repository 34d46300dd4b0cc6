// SPDX-License-Identifier: MIT

/// The parsing of bracketed pastes, including pastes that never end.
///
/// If a terminal is disconnected during a paste, or a program sends only the opening bracket, every later key would
/// become text. A paste therefore also ends when isolated input arrives after a pause and cannot be part of a paste: a
/// cursor key, Escape, a control character other than tab and line breaks, or a mouse report. Typed text does not end a
/// paste, because a slow connection also delivers a paste in pieces.
extension InputParser {
    static let pasteLimit = 1 << 16
    /// The maximum number of bytes that are interpreted as separate key presses.
    private static let loneLimit = 64
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    mutating func beginPaste() {
        state = .paste(isCut: false)
        pieceStart = nil
    }

    mutating func readPaste(_ byte: UInt8, isCut: Bool) {
        collected.append(byte)
        if byte == UInt8(ascii: "~"), collected.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
            collected.removeLast(Self.pasteEnd.count)
            if !isCut { deliverPaste(collected.count) }
            reset()
        } else if isCut {
            // Text is discarded in batches, because every removal moves the bytes that are retained.
            if collected.count >= 4 * Self.loneLimit { forgetPaste() }
        } else if collected.count >= limits.paste + Self.pasteEnd.count {
            // Up to this size, the excess bytes could still be the beginning of the closing bracket.
            deliverPaste(collected.count)
            state = .paste(isCut: true)
            forgetPaste()
        }
    }

    /// Handles a pause in the input.
    ///
    /// Bytes that arrived in isolation before the pause may be key presses that end the paste.
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

    /// Converts the first `count` collected bytes to a paste event, and reports text beyond the limit.
    private mutating func deliverPaste(_ count: Int) {
        guard count > 0 else { return }
        var cut = min(count, limits.paste)
        if cut < count {
            // A character that only partly fits is dropped completely.
            while cut > limits.paste - 4, collected[cut] & 0xC0 == 0x80 { cut -= 1 }
        }
        var text = ""
        text.reserveCapacity(cut)
        var previous: Unicode.Scalar = " "
        // Terminals send a line break as CR, LF, or CR LF. Each of them becomes one LF.
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

    private mutating func forgetPaste() {
        // These bytes can be the beginning of the closing bracket.
        var kept = min(collected.count, Self.pasteEnd.count)
        if let start = pieceStart, collected.count - start <= Self.loneLimit {
            // Bytes that arrived in isolation can be keys that end the paste.
            kept = max(kept, collected.count - start)
            pieceStart = start - (collected.count - kept)
        } else {
            pieceStart = nil
        }
        collected.removeFirst(collected.count - kept)
    }

    /// Returns the key and mouse events for bytes that cannot have been pasted.
    ///
    /// The result is `nil` if the bytes may be pasted text.
    private static func loneKeys(_ bytes: ArraySlice<UInt8>) -> [TerminalEvent]? {
        guard bytes.count <= loneLimit else { return nil }
        // More than one byte of the bracket means that the rest of the bracket is late.
        if bytes.count > 1, pasteEnd.starts(with: bytes) { return nil }
        var parser = InputParser()
        let events = parser.feed(bytes) + parser.flush()
        let isWhole = parser.state == .ground && parser.takeReplies().isEmpty
        return isWhole && !events.isEmpty && events.allSatisfy(isNeverPasted) ? events : nil
    }

    private static func isNeverPasted(_ event: TerminalEvent) -> Bool {
        guard case .key(let key) = event else { return true }
        switch key.key {
        case .character, .enter, .tab: return !key.modifiers.isEmpty
        case .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
            .function:
            return true
        }
    }
}

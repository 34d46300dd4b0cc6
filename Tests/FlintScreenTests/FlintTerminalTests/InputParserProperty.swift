@testable import FlintTerminal

/// The invariants of the input parser for arbitrary input, checked by the fuzzer and the tests.
struct InputParserProperty {
    private let limits: InputParser.Limits
    /// The number of bytes in one unit of a run.
    private let unit: Int

    static let standard = Self(limits: InputParser.Limits(), unit: 512)
    /// A parser with 1/256 of the limit for pastes and 1/64 of the limit for responses.
    ///
    /// With these limits, a fuzzer can try hundreds of inputs per second. The runs of a script shrink with the limits,
    /// so a script reaches the same limits.
    static let reduced = Self(
        limits: InputParser.Limits(paste: InputParser.pasteLimit / 256, string: InputParser.stringLimit / 64), unit: 2)

    /// Checks the invariants for an input.
    ///
    /// - Parameter input: A script, in which bytes are fed unchanged, `FF` is a pause, and `FE n b` is a run of `n`
    ///   units of bytes `b`. A short script can therefore reach every limit.
    /// - Returns: A description of the violated invariant, or `nil`.
    func problem(with input: [UInt8]) -> String? {
        let pieces = pieces(of: input)
        let whole = run(pieces) { parser, piece in parser.feed(piece) }
        let total = pieces.reduce(0) { $0 + $1.count }
        // Long input is split in fewer places, to keep the fuzzer fast.
        if total < 2048 {
            let single = run(pieces) { parser, piece in piece.flatMap { parser.feed(CollectionOfOne($0)) } }
            if single != whole { return "the events depend on how the bytes are cut: byte by byte" }
        }
        var random = UInt64(input.count) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(input.first ?? 0)
        let cut = run(pieces) { parser, piece in
            var events: [TerminalEvent] = []
            var rest = piece[...]
            while !rest.isEmpty {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let count = min(rest.count, 1 + Int(random >> 59) + Int(random >> 32) % (1 + total / 16))
                events += parser.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            return events
        }
        if cut != whole { return "the events depend on how the bytes are cut: in pieces" }
        if whole.count > 2 * (total + pieces.count) { return "\(total) bytes became \(whole.count) events" }
        return whole.lazy.compactMap { problem(with: $0 as TerminalEvent) }.first ?? problemAfterwards(pieces)
    }

    /// Feeds every piece, with a pause between pieces.
    private func run(
        _ pieces: [[UInt8]], _ feed: (inout InputParser, [UInt8]) -> [TerminalEvent]
    ) -> [TerminalEvent] {
        var parser = InputParser(limits: limits)
        var events: [TerminalEvent] = []
        for (index, piece) in pieces.enumerated() {
            events += feed(&parser, piece)
            if index < pieces.count - 1 { events += parser.flush() }
        }
        return events
    }

    /// Returns the problem of an invalid event, or `nil` if the event is valid.
    private func problem(with event: TerminalEvent) -> String? {
        switch event {
        case .paste(let text):
            // Every byte may have become a replacement character of three bytes.
            return text.isEmpty || text.utf8.count > 3 * limits.paste ? "a paste of \(text.utf8.count) bytes" : nil
        case .mouse(let mouse):
            return mouse.position.column < 0 || mouse.position.row < 0 ? "a mouse outside: \(mouse)" : nil
        case .key(let key):
            guard case .character(let character) = key.key, let scalar = character.unicodeScalars.first else {
                return nil
            }
            return scalar.properties.generalCategory == .control ? "a control as a character: \(scalar.value)" : nil
        default: return nil
        }
    }

    /// Checks that the parser parses a key correctly after an input that has ended.
    private func problemAfterwards(_ pieces: [[UInt8]]) -> String? {
        var parser = InputParser(limits: limits)
        for piece in pieces {
            _ = parser.feed(piece)
            _ = parser.flush()
        }
        if parser.isWaiting { return "a pause does not end the waiting" }
        // The end of a paste, a pause, and the rest of an open sequence.
        _ = parser.feed("\u{1B}[201~".utf8)
        _ = parser.flush()
        _ = parser.feed("~~~".utf8)
        let last = parser.feed("x".utf8)
        return last == [.key(KeyPress(.character("x")))] ? nil : "a key became \(last)"
    }

    /// Returns the bytes of a script, split at its pauses.
    private func pieces(of input: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = [[]]
        var rest = input[...]
        // A second run starts in the state after the first run. More runs would only take time.
        var runs = 2
        while let byte = rest.popFirst() {
            if byte == 0xFF {
                pieces.append([])
            } else if byte == 0xFE, runs > 0, let count = rest.popFirst(), let repeated = rest.popFirst() {
                runs -= 1
                pieces[pieces.count - 1] += Array(repeating: repeated, count: Int(count) * unit)
            } else {
                pieces[pieces.count - 1].append(byte)
            }
        }
        return pieces
    }
}

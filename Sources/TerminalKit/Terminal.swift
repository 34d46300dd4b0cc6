import CNcurses
import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The real terminal, drawn on with ncurses.
///
/// From `open` to `close` the terminal belongs to the program: raw input on the alternate screen, with ctrl-c, ctrl-z
/// and the other control keys delivered as keys. What becomes of them is the caller's decision; the usual one is to
/// leave at ctrl-c and to call `suspend()` at ctrl-z. However the program ends, by `close`, `exit`, a signal or a
/// crash, the terminal is given back as it was. What is printed meanwhile to standard output or error is kept off the
/// screen and appears once the terminal is given back.
///
/// Everything happens on the main queue, which the program must run. Nothing polls: while no key is pressed, the
/// terminal costs neither a wake-up nor a byte.
///
/// There is one terminal at a time, and it lives until it is closed.
@MainActor
package final class Terminal: Screen {
    /// The present size in cells.
    package var size: TerminalSize { painter.size }
    /// What the terminal can show; whether it shows frames at once is known some time after the first one.
    package private(set) var capabilities: TerminalCapabilities

    private let painter: Painter
    private let modes: TerminalModes
    private let multiplexer: ClipboardSequence.Multiplexer
    /// Descriptors of our own, because standard output and error lead elsewhere while the screen is up.
    private let input, output: Int32
    private var parser = InputParser()
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var handler: (@MainActor ([TerminalEvent]) -> Void)?
    private var inputSource: (any DispatchSourceRead)?
    private var signalSource: (any DispatchSourceRead)?
    private var escapeTimer: (any DispatchSourceTimer)?
    /// The pipe through which signals come.
    private let signals: Int32
    /// Whether the modes beyond those of curses are on.
    private var hasModes = false
    /// When the terminal was asked what it can do, until it answers.
    private var askedAt: ContinuousClock.Instant?
    private var isClosed = false
    /// Called when a signal ends the process, after the terminal was given back; another signal ends it at once.
    package var onDeath: (@MainActor () -> Void)?
    /// Whether the input has ended; its descriptor is closed then, and its number can belong to another file.
    private var hasInputEnded = false

    /// The terminal that is open.
    private static var current: Terminal?

    /// Takes a terminal over.
    ///
    /// Nothing is shown until the first `present`.
    ///
    /// - Parameter options: Which terminal, and how to use it.
    /// - Returns: The terminal, which stays open until `close`.
    /// - Throws: Why it cannot be used; the terminal is then as it was.
    package static func open(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) -> Terminal {
        guard current == nil else { throw .failed("the terminal is already open") }
        guard isatty(options.input) == 1 else { throw .notATerminal(.input) }
        guard isatty(options.output) == 1 else { throw .notATerminal(.output) }
        let description = try TerminalDescription.find(options.term, output: options.output)
        let limit = cn_file_size_limit()
        guard limit >= largestFrame else { throw .fileSizeLimit(limit) }
        let terminal = try Terminal(options, description)
        current = terminal
        return terminal
    }

    /// Takes over the terminal of the given description.
    ///
    /// Whatever ends the process from here on finds the terminal as it was, or restores it: the guard is armed before
    /// curses changes anything.
    private init(_ options: TerminalOptions, _ description: TerminalDescription) throws(TerminalError) {
        let modes = TerminalModes(description, options)
        let restoration = (modes.frameEnd + modes.off).utf8.map { CChar(bitPattern: $0) } + description.restoration
        let input = fcntl(options.input, F_DUPFD_CLOEXEC, 3)
        let output = fcntl(options.output, F_DUPFD_CLOEXEC, 3)
        let signals = cn_signals_watch()
        let usesUTF8 = cn_use_locale()
        let isGuarded =
            input >= 0 && output >= 0 && signals >= 0
            && cn_guard_save(output, restoration, restoration.count)
        if isGuarded { cn_guard_arm() }
        guard isGuarded,
            let painter = Painter(
                term: description.name, input: input, output: output, usesColor: options.usesColor, usesUTF8: usesUTF8)
        else {
            let reason = String(cString: strerror(errno))
            cn_guard_disarm()
            cn_signals_unwatch()
            for descriptor in [input, output, signals] where descriptor >= 0 { Self.closeDescriptor(descriptor) }
            throw .failed("the terminal of type \"\(description.name)\" cannot be set up: \(reason)")
        }
        self.modes = modes
        multiplexer = options.multiplexer
        self.input = input
        self.output = output
        self.signals = signals
        self.painter = painter
        capabilities = TerminalCapabilities(colors: painter.colors, usesUTF8: usesUTF8)
        _ = adaptSize()
        cn_guard_tend()
    }

    /// Starts the delivery of events on the main queue; a second call only exchanges the handler.
    package func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) {
        guard !isClosed else { return }
        self.handler = handler
        guard inputSource == nil else { return }
        cn_signals_attend()
        inputSource = source(of: input) { $0.readInput() }
        signalSource = source(of: signals) { $0.readSignals() }
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.finishWaiting() }
        }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
        escapeTimer = timer
    }

    /// Shows a canvas: the cells that differ from the last one are sent, everything else is not.
    package func present(_ canvas: Canvas) {
        guard !isClosed else { return }
        cn_guard_tend()
        painter.paint(canvas)
        if !hasModes { setModes() }
    }

    /// Gives the terminal back and stops the process, with its whole job, until the shell continues it.
    ///
    /// Where no shell could continue it, nothing stops and the screen is painted anew.
    package func suspend() {
        guard !isClosed else { return }
        clearModes()
        painter.pause()
        cn_guard_disarm()
        cn_signals_stop()
        cn_guard_arm()
        continueAfterStop()
    }

    /// Gives the terminal back for good.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        handler = nil
        clearModes()
        awaitAnswer()
        painter.close()
        cn_guard_disarm()
        cn_signals_unwatch()
        Self.closeDescriptor(output)
        escapeTimer?.cancel()
        if let inputSource, let signalSource {
            // They close their descriptors.
            inputSource.cancel()
            signalSource.cancel()
        } else {
            Self.closeDescriptor(input)
            Self.closeDescriptor(signals)
        }
        Self.current = nil
    }

    /// Sends the canvas presented last again as a whole.
    package func redraw() {
        guard !isClosed else { return }
        painter.repaint()
    }

    /// Rings the bell, or flashes where there is none.
    package func ring() {
        guard !isClosed else { return }
        painter.ring()
    }

    /// Puts a text on the clipboard of the user's machine, through SSH and multiplexers.
    package func copy(_ text: String) -> Bool {
        guard !isClosed, let sequence = ClipboardSequence(text, through: multiplexer) else { return false }
        painter.send(sequence.bytes)
        return true
    }
}

// MARK: - Modes

extension Terminal {
    /// Turns on what curses knows nothing of, and the first time asks what the terminal can do.
    ///
    /// This comes after a frame, so that nothing delays the first one.
    private func setModes() {
        hasModes = true
        var bytes = modes.on
        if !modes.question.isEmpty, !painter.synchronizesOutput, askedAt == nil, !hasInputEnded {
            bytes += modes.question
            askedAt = .now
        }
        painter.send(bytes)
    }

    /// Turns off what `setModes` turned on.
    private func clearModes() {
        guard hasModes else { return }
        hasModes = false
        painter.send(modes.off)
    }

    /// Takes the terminal over again after the process was stopped.
    private func continueAfterStop() {
        painter.resume()
        let resized = adaptSize()
        painter.repaint()
        setModes()
        let events: [TerminalEvent] = resized ? [.resize(size), .resumed] : [.resumed]
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.deliver(events) }
        }
    }

    /// Adapts to the window's size.
    ///
    /// - Returns: Whether it has changed.
    private func adaptSize() -> Bool {
        var rows: Int32 = 0
        var columns: Int32 = 0
        guard cn_window_size(output, &rows, &columns) else { return false }
        let before = size
        painter.resize(
            to: TerminalSize(columns: min(Int(columns), Self.maximum), rows: min(Int(rows), Self.maximum)))
        return size != before
    }

    /// Waits a moment for an answer that would otherwise arrive when the shell reads the keys.
    private func awaitAnswer() {
        guard let askedAt, ContinuousClock.now - askedAt < .seconds(1) else { return }
        let deadline = ContinuousClock.now + .milliseconds(30)
        while parser.takeReplies().isEmpty {
            let left = Int32((deadline - .now) / .milliseconds(1))
            guard left > 0, canRead(within: left), case .bytes(let count) = InputReading(input, into: &buffer)
            else { return }
            _ = parser.feed(buffer[..<count])
        }
    }

    /// No window has more rows or columns than this; one that claims to is cut off.
    private static let maximum = 1000
    /// The bytes that a frame of the largest window takes at most, roughly.
    private static let largestFrame: UInt64 = 32 << 20
}

// MARK: - Events

extension Terminal {
    /// Hands events to the caller's handler.
    private func deliver(_ events: [TerminalEvent]) {
        guard !events.isEmpty else { return }
        cn_guard_tend()
        handler?(events)
    }

    /// Closes a descriptor; a method named `close` hides the system's function.
    private nonisolated static func closeDescriptor(_ descriptor: Int32) {
        #if canImport(Darwin)
            Darwin.close(descriptor)
        #elseif canImport(Musl)
            Musl.close(descriptor)
        #else
            Glibc.close(descriptor)
        #endif
    }

    /// Makes a source that calls `body` on the main actor whenever a descriptor can be read.
    private func source(
        of descriptor: Int32, _ body: @escaping @MainActor (Terminal) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                if let self, !self.isClosed { body(self) }
            }
        }
        source.setCancelHandler { Self.closeDescriptor(descriptor) }
        source.activate()
        return source
    }

    /// Reads everything that is pending and delivers it as one batch.
    private func readInput() {
        var events: [TerminalEvent] = []
        var hasEnded = false
        // Endless input must not keep the screen from being drawn.
        var rounds = 16
        reading: while rounds > 0, canRead(within: 0) {
            rounds -= 1
            switch InputReading(input, into: &buffer) {
            case .bytes(let count): events += parser.feed(buffer[..<count])
            case .nothing: break reading
            case .end:
                hasEnded = true
                break reading
            }
        }
        for case .mode(2026, let state) in parser.takeReplies() {
            askedAt = nil
            // Set or reset: either way it is known and can be changed.
            painter.synchronizesOutput = state == 1 || state == 2
            capabilities.synchronizesOutput = painter.synchronizesOutput
        }
        if hasEnded {
            // A disconnected terminal stays readable for ever.
            hasInputEnded = true
            inputSource?.cancel()
            askedAt = nil
            events += parser.flush() + [.inputEnded]
        }
        escapeTimer?.schedule(deadline: parser.isWaiting ? .now() + .milliseconds(25) : .distantFuture)
        deliver(events)
    }

    /// Whether there is input, or its end for the first time, within some milliseconds.
    private func canRead(within milliseconds: Int32) -> Bool {
        guard !hasInputEnded else { return false }
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }

    /// Decides, when nothing followed, that what might have begun a sequence is a key.
    private func finishWaiting() {
        guard !isClosed else { return }
        // A busy program finds the time over before it has read what came within it.
        if canRead(within: 0) {
            readInput()
        } else {
            deliver(parser.flush())
        }
    }

    /// Handles the signals that arrived.
    private func readSignals() {
        var arrived: Set<Int32> = []
        var bytes = [UInt8](repeating: 0, count: 64)
        while case let count = read(signals, &bytes, bytes.count), count > 0 {
            arrived.formUnion(bytes[..<count].map { Int32($0) })
        }
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] where arrived.contains(signal) {
            close()
            onDeath?()
            cn_signals_die(signal)
        }
        if arrived.contains(SIGTSTP) {
            suspend()
        } else if arrived.contains(SIGCONT) {
            // Stopped by another process without warning: the shell has had the terminal meanwhile.
            hasModes = false
            continueAfterStop()
        } else if arrived.contains(SIGWINCH), adaptSize() {
            deliver([.resize(size)])
        }
    }
}

// SPDX-License-Identifier: MIT

import CFlintCurses
import Dispatch
import FlintLibc

/// A terminal that is controlled with ncurses.
///
/// From ``open(_:)`` to ``close()``, the program controls the terminal in raw mode on its alternate screen. Ctrl-C,
/// Ctrl-Z, and the other control keys arrive as keys, and the caller decides how to handle them. Usually, the program
/// exits on Ctrl-C and calls ``suspend()`` on Ctrl-Z.
///
/// The terminal is restored by ``close()`` and when the program ends, whether by `exit`, a crash, or a signal other
/// than `SIGKILL`. Text that the program prints to standard output or standard error is held back and appears after the
/// terminal is restored.
///
/// All work happens on the main queue, which must be running. The terminal does not poll: without input, it causes no
/// wake-ups and no output. Only one terminal can be open at a time, and it stays in memory until it is closed.
@MainActor
package final class Terminal: Screen {
    package var size: TerminalSize { painter.size }
    /// The display capabilities, which include synchronized output and links only after the first frame.
    package private(set) var capabilities: TerminalCapabilities

    private let painter: Painter
    private let modes: TerminalModes
    private var negotiation: TerminalNegotiation
    /// The bytes with which the guard undoes the changes that curses makes.
    private let cursesRestoration: [CChar]
    private let multiplexer: ClipboardSequence.Multiplexer
    /// Duplicated descriptors, because standard output and standard error are redirected while the screen is shown.
    private let input, output: Int32
    private var parser = InputParser()
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var handler: (@MainActor ([TerminalEvent]) -> Void)?
    private var inputSource: (any DispatchSourceRead)?
    private var signalSource: (any DispatchSourceRead)?
    private var escapeTimer: (any DispatchSourceTimer)?
    /// The read end of the pipe that delivers signals.
    private let signals: Int32
    /// Whether the modes that curses does not handle are on.
    private var hasModes = false
    /// The time of a capability query that the terminal has not answered yet.
    private var queriedAt: ContinuousClock.Instant?
    private var isClosed = false
    /// A closure that is called when a signal ends the process, after the terminal is restored.
    ///
    /// A second signal ends the process immediately.
    package var onTermination: (@MainActor () -> Void)?
    /// Whether the input has ended.
    ///
    /// If so, the input's descriptor must not be used. It is closed, and the system can reuse its number for another
    /// file.
    private var hasInputEnded = false

    private static var current: Terminal?

    /// Opens the terminal, which stays open until ``close()``.
    ///
    /// The terminal's contents do not change until the first call of ``present(_:)``.
    ///
    /// - Throws: ``TerminalError`` if a terminal is already open or the terminal cannot be used. In either case, the
    ///   terminal's settings remain unchanged.
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

    private init(_ options: TerminalOptions, _ description: TerminalDescription) throws(TerminalError) {
        let modes = TerminalModes(description, options)
        let restoration = Self.restoration(modes.frameEnd + modes.off, description.restoration)
        let usesUTF8 = cn_use_locale()
        let input = fcntl(options.input, F_DUPFD_CLOEXEC, 3)
        let output = fcntl(options.output, F_DUPFD_CLOEXEC, 3)
        let signals = cn_signals_watch()
        let isGuarded =
            input >= 0 && output >= 0 && signals >= 0
            && cn_guard_save(output, restoration, restoration.count)
        let error = errno
        // The guard is armed before curses changes any setting, so that a crash at any later point is covered.
        if isGuarded { cn_guard_arm() }
        guard isGuarded,
            let painter = Painter(
                term: description.name, input: input, output: output, usesColor: options.usesColor, usesUTF8: usesUTF8)
        else {
            // Curses reports no reason: it rejects the window's size, or it runs out of memory.
            let reason =
                isGuarded
                ? "ncurses cannot use it in a window of \(TerminalSize(of: output)?.description ?? "unknown size")"
                : String(cString: strerror(error))
            cn_guard_disarm()
            cn_signals_unwatch()
            for descriptor in [input, output, signals] where descriptor >= 0 { Self.closeDescriptor(descriptor) }
            throw .failed("the terminal of type \"\(description.name)\" cannot be set up: \(reason)")
        }
        self.modes = modes
        negotiation = TerminalNegotiation(modes.request)
        cursesRestoration = description.restoration
        multiplexer = options.multiplexer
        self.input = input
        self.output = output
        self.signals = signals
        self.painter = painter
        capabilities = TerminalCapabilities(colors: painter.colors, usesUTF8: usesUTF8)
        _ = updateSize()
        cn_guard_tend()
    }

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

    package func present(_ canvas: Canvas) {
        guard !isClosed else { return }
        cn_guard_tend()
        painter.paint(canvas)
        if !hasModes { setModes() }
    }

    /// Restores the terminal and stops the process, with its whole job, until the shell continues it.
    ///
    /// If no shell can continue the process, it does not stop, and the screen is repainted.
    package func suspend() {
        lend(to: cn_signals_stop)
    }

    /// Restores the terminal while another program uses it, and then takes control again.
    ///
    /// The terminal delivers no events while the closure runs, because the closure occupies the main queue.
    package func lend(to body: () -> Void) {
        guard !isClosed else { return }
        let events = awaitReplies()
        clearModes()
        painter.pause()
        // The guard stays armed until here, so that a crash during the steps above also restores the terminal.
        cn_guard_disarm()
        body()
        cn_guard_arm()
        continueAfterStop(events)
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        handler = nil
        _ = awaitReplies()
        clearModes()
        painter.close()
        cn_guard_disarm()
        cn_signals_unwatch()
        Self.closeDescriptor(output)
        escapeTimer?.cancel()
        if let inputSource, let signalSource {
            // The sources close their descriptors.
            inputSource.cancel()
            signalSource.cancel()
        } else {
            Self.closeDescriptor(input)
            Self.closeDescriptor(signals)
        }
        Self.current = nil
    }

    package func redraw() {
        guard !isClosed else { return }
        painter.repaint()
    }

    package func ring() {
        guard !isClosed else { return }
        painter.ring()
    }

    package func notify(title: String, text: String) {
        guard !isClosed, let form = negotiation.notification, !negotiation.isInFocus else { return }
        painter.send(NotificationSequence(title: title, text: text, form: form).bytes)
    }

    package func copy(_ text: String) -> Bool {
        guard !isClosed, let sequence = ClipboardSequence(text, through: multiplexer) else { return false }
        painter.send(sequence.bytes)
        return true
    }
}

// MARK: - Modes

extension Terminal {
    private func setModes() {
        // The modes follow the first frame, so that they do not delay it.
        hasModes = true
        var bytes = modes.on + negotiation.on
        if !hasInputEnded {
            let query = negotiation.begin()
            if !query.isEmpty { queriedAt = .now }
            bytes += query
        }
        painter.send(bytes)
    }

    private func clearModes() {
        guard hasModes else { return }
        hasModes = false
        painter.send(negotiation.off + modes.off)
    }

    private func handleReplies() -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        let before = negotiation.off
        for reply in parser.takeReplies() {
            let (bytes, event) = negotiation.handle(reply)
            if let event { events.append(event) }
            // The guard must know how to turn off a mode before the mode is turned on.
            if negotiation.off != before {
                let restoration = Self.restoration(
                    modes.frameEnd + negotiation.off + modes.off, cursesRestoration)
                cn_guard_replace(restoration, restoration.count)
            }
            guard !bytes.isEmpty else { continue }
            if negotiation.isPending { queriedAt = .now }
            painter.send(bytes)
        }
        if !negotiation.isPending { queriedAt = nil }
        painter.synchronizesOutput = negotiation.synchronizesOutput
        painter.showsLinks = negotiation.showsLinks
        if negotiation.showsLinks, !capabilities.showsLinks { events.append(.linksConfirmed) }
        capabilities.showsLinks = negotiation.showsLinks
        capabilities.synchronizesOutput = negotiation.synchronizesOutput
        return events
    }

    private static func restoration(_ off: String, _ curses: [CChar]) -> [CChar] {
        off.utf8.map { CChar(bitPattern: $0) } + curses
    }

    private func continueAfterStop(_ events: [TerminalEvent] = []) {
        painter.resume()
        negotiation.resume()
        let resized = updateSize()
        painter.repaint()
        setModes()
        let events = events + (resized ? [.resize(size), .resumed] : [.resumed])
        // The handler can call `suspend()` or `lend(to:)`, and it must not be called again before it returns.
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.deliver(events) }
        }
    }

    private func updateSize() -> Bool {
        guard let window = TerminalSize(of: output) else { return false }
        let before = size
        // Only part of a larger window is used.
        let largest = Int(CN_LARGEST)
        painter.resize(to: TerminalSize(columns: min(window.columns, largest), rows: min(window.rows, largest)))
        return size != before
    }

    /// Waits for the replies to a query that was sent within the last second, and returns their events.
    ///
    /// The shell would otherwise read the replies as input. Keys pressed during the wait are discarded.
    private func awaitReplies() -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        while let queriedAt {
            let left = Int32(clamping: Int((queriedAt + .seconds(1) - .now) / .milliseconds(1)))
            guard left > 0, canRead(within: left), case .bytes(let count) = ReadResult(input, into: &buffer) else {
                break
            }
            _ = parser.feed(buffer[..<count])
            events += handleReplies()
        }
        return events
    }

    /// The approximate maximum number of bytes in a frame of the largest window.
    private static let largestFrame: UInt64 = 32 << 20
}

// MARK: - Events

extension Terminal {
    private func deliver(_ events: [TerminalEvent]) {
        guard !events.isEmpty else { return }
        cn_guard_tend()
        handler?(events)
    }

    /// Closes a descriptor with the system's function, because the method ``close()`` hides the function's name.
    private nonisolated static func closeDescriptor(_ descriptor: Int32) {
        FlintLibc.close(descriptor)
    }

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

    private func readInput() {
        var events: [TerminalEvent] = []
        var hasEnded = false
        // The limit on rounds lets the screen update during continuous input.
        var rounds = 16
        reading: while rounds > 0, canRead(within: 0) {
            rounds -= 1
            switch ReadResult(input, into: &buffer) {
            case .bytes(let count): events += parser.feed(buffer[..<count])
            case .nothing: break reading
            case .end:
                hasEnded = true
                break reading
            }
        }
        events += handleReplies()
        if hasEnded {
            // A disconnected terminal is always readable, so its source would fire continuously.
            hasInputEnded = true
            inputSource?.cancel()
            queriedAt = nil
            events += parser.flush() + [.inputEnded]
        }
        escapeTimer?.schedule(deadline: parser.isWaiting ? .now() + .milliseconds(25) : .distantFuture)
        deliver(events)
    }

    /// Returns whether input, or the first indication of its end, arrives within a time limit.
    private func canRead(within milliseconds: Int32) -> Bool {
        guard !hasInputEnded else { return false }
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        var count: Int32
        repeat { count = poll(&request, 1, milliseconds) } while count < 0 && errno == EINTR
        return count > 0
    }

    private func finishWaiting() {
        guard !isClosed else { return }
        // In a busy program, the timer can fire before input that arrived in time has been read.
        if canRead(within: 0) {
            readInput()
        } else {
            // Without further input, an unfinished sequence is a key, such as Escape.
            deliver(parser.flush())
        }
    }

    private func readSignals() {
        var arrived: Set<Int32> = []
        var bytes = [UInt8](repeating: 0, count: 64)
        while case let count = read(signals, &bytes, bytes.count), count > 0 {
            arrived.formUnion(bytes[..<count].map { Int32($0) })
        }
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] where arrived.contains(signal) {
            // The terminal is restored first, so that output of the closure appears on the user's own screen.
            close()
            onTermination?()
            cn_signals_die(signal)
        }
        if arrived.contains(SIGTSTP) {
            suspend()
        } else if arrived.contains(SIGCONT) {
            // Another process stopped and continued this one without warning, so the shell has used the terminal in
            // between. A confirmed mode can be on already, and must not be turned on twice.
            hasModes = false
            painter.send(negotiation.off)
            continueAfterStop()
        } else if arrived.contains(SIGWINCH), updateSize() {
            deliver([.resize(size)])
        }
    }
}

extension TerminalSize {
    /// Creates the size of a terminal's window.
    ///
    /// The result is `nil` if the descriptor does not refer to a terminal, or if the terminal does not state its size.
    package init?(of descriptor: Int32) {
        var rows: Int32 = 0
        var columns: Int32 = 0
        guard cn_window_size(descriptor, &rows, &columns) else { return nil }
        self.init(columns: Int(columns), rows: Int(rows))
    }
}

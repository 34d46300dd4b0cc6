// SPDX-License-Identifier: MIT

/// A display with a keyboard: a terminal, or an in-memory substitute for tests.
///
/// The caller manages its own state and draws complete canvases. A screen compares each canvas with the previous one
/// and sends only the differences. ``Terminal`` and ``MemoryTerminal`` are the implementations.
@MainActor
package protocol Screen: AnyObject {
    /// The current size in cells.
    ///
    /// A `.resize` event announces every change.
    var size: TerminalSize { get }

    var capabilities: TerminalCapabilities { get }

    /// Starts the delivery of events.
    ///
    /// - Parameter handler: A closure that receives all pending events as one batch, so that one frame per batch is
    ///   sufficient. It is called on the main actor, and never from within another method of the screen.
    func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void)

    /// Shows a canvas.
    ///
    /// Cells outside the screen are clipped, and cells that the canvas does not cover are blank.
    func present(_ canvas: Canvas)

    /// Repaints the most recent canvas completely, regardless of the terminal's current contents.
    func redraw()

    /// Restores the terminal and stops the process until the shell continues it.
    ///
    /// A `.resumed` event follows.
    func suspend()

    /// Restores the terminal while another program uses it, and then takes control again.
    ///
    /// The closure runs the other program and returns when it has ended. A `.resumed` event follows.
    func lend(to body: () -> Void)

    /// Restores the terminal permanently.
    ///
    /// Further calls have no effect.
    func close()

    /// Alerts the user with a bell or a flash.
    func ring()

    /// Shows a desktop notification, if the terminal supports it and is not in focus.
    func notify(title: String, text: String)

    /// Copies text to the clipboard of the user's machine, if the terminal permits it.
    ///
    /// The result is `false` if the text is too long or the screen is closed. Otherwise, the text was sent, but the
    /// terminal does not report whether it was copied.
    func copy(_ text: String) -> Bool
}

/// The display capabilities of a terminal.
///
/// Screens use them to choose characters and colors, never to choose content.
package struct TerminalCapabilities: Hashable, Sendable {
    /// The number of colors in addition to the default colors, such as 0, 8, 16, or 256.
    package var colors: Int
    package var usesUTF8: Bool
    package var synchronizesOutput: Bool
    package var showsLinks: Bool

    package init(
        colors: Int = 256, usesUTF8: Bool = true, synchronizesOutput: Bool = false, showsLinks: Bool = false
    ) {
        self.colors = colors
        self.usesUTF8 = usesUTF8
        self.synchronizesOutput = synchronizesOutput
        self.showsLinks = showsLinks
    }
}

/// An in-memory screen for tests.
///
/// A test sends events with ``send(_:)``, ``type(_:)``, and ``resize(to:)``, and then checks the canvas and the
/// recorded calls.
///
/// ```swift
/// let screen = MemoryTerminal(size: TerminalSize(columns: 80, rows: 24))
/// screen.present(canvas)
/// screen.canvas.text(row: 0)   // the text of the canvas's first row
/// ```
@MainActor
package final class MemoryTerminal: Screen {
    package private(set) var size: TerminalSize
    package var capabilities: TerminalCapabilities

    package private(set) var canvas: Canvas
    package private(set) var frameCount = 0
    package private(set) var ringCount = 0
    package private(set) var redrawCount = 0
    /// The number of suspension requests.
    ///
    /// The screen sends no `.resumed` event, so the test has to send it.
    package private(set) var suspendCount = 0
    package private(set) var lendCount = 0
    package private(set) var clipboard: String?
    package private(set) var notifications: [String] = []
    package private(set) var isClosed = false

    private var handler: (@MainActor ([TerminalEvent]) -> Void)?

    package init(size: TerminalSize, capabilities: TerminalCapabilities = TerminalCapabilities()) {
        self.size = size
        self.capabilities = capabilities
        canvas = Canvas(size: size)
    }

    package func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) {
        guard !isClosed else { return }
        self.handler = handler
    }

    package func present(_ canvas: Canvas) {
        guard !isClosed else { return }
        self.canvas = canvas
        frameCount += 1
    }

    package func redraw() {
        redrawCount += 1
    }

    package func suspend() {
        suspendCount += 1
    }

    package func lend(to body: () -> Void) {
        lendCount += 1
        body()
    }

    package func close() {
        isClosed = true
        handler = nil
    }

    package func ring() {
        ringCount += 1
    }

    package func notify(title: String, text: String) {
        notifications.append(text)
    }

    package func copy(_ text: String) -> Bool {
        guard ClipboardSequence(text, through: .none) != nil else { return false }
        clipboard = text
        return true
    }

    /// Delivers events as one batch.
    ///
    /// Events are discarded before ``start(_:)`` and after ``close()``, as on a real terminal.
    package func send(_ events: [TerminalEvent]) {
        handler?(events)
    }

    /// Presses keys one after the other, each as a separate batch.
    ///
    /// The text consists of characters and of key names in angle brackets, such as `"jj/foo<enter>"`.
    package func type(_ keys: String) {
        for key in KeyPress.sequence(keys) {
            send([.key(key)])
        }
    }

    package func resize(to size: TerminalSize) {
        self.size = size
        send([.resize(size)])
    }
}

/// A surface with a keyboard: the real terminal, or one in memory for tests.
///
/// The caller keeps the state and draws whole canvases; a screen finds out by itself what changed since the last
/// one and sends only that.
@MainActor
package protocol Screen: AnyObject {
    /// The present size in cells; a `.resize` event announces every change.
    var size: TerminalSize { get }

    /// What the screen can show.
    var capabilities: TerminalCapabilities { get }

    /// Starts the delivery of events.
    ///
    /// - Parameter handler: Gets everything that was pending as one batch, so that one frame per batch is enough.
    ///   It is called on the main actor and never from inside another method of the screen.
    func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void)

    /// Shows `canvas`; cells that do not fit are cut off, and cells it does not cover are blank.
    func present(_ canvas: Canvas)

    /// Shows the canvas presented last again as a whole, whatever the terminal shows now.
    func redraw()

    /// Gives the terminal back and stops the process until the shell continues it; a `.resumed` event follows.
    func suspend()

    /// Gives the terminal back for good; a second call does nothing.
    func close()

    /// Draws the user's attention with a bell or a flash.
    func ring()

    /// Puts a text on the clipboard of the user's machine, if the terminal lets programs do that.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it was sent; `false` if it is too long.
    func copy(_ text: String) -> Bool
}

/// What a terminal can show; screens use it to choose signs, never to choose content.
package struct TerminalCapabilities: Hashable, Sendable {
    /// How many colours there are beside the terminal's own: 0, 8, 16, 256 or more.
    package var colors: Int
    /// Whether characters beyond ASCII can be shown, such as line-drawing borders.
    package var usesUTF8: Bool
    /// Whether a whole frame can be shown at once, so that no half-drawn one is ever visible.
    package var synchronizesOutput: Bool

    /// Describes a terminal; by default one with 256 colours and UTF-8.
    package init(colors: Int = 256, usesUTF8: Bool = true, synchronizesOutput: Bool = false) {
        self.colors = colors
        self.usesUTF8 = usesUTF8
        self.synchronizesOutput = synchronizesOutput
    }
}

/// A screen in memory: tests send it events and read the canvas it was given.
@MainActor
package final class MemoryTerminal: Screen {
    /// The present size in cells.
    package private(set) var size: TerminalSize
    /// What the screen pretends to be able to show.
    package let capabilities: TerminalCapabilities

    /// The canvas presented last; before the first one, a blank canvas.
    package private(set) var canvas: Canvas
    /// How many canvases were presented.
    package private(set) var frameCount = 0
    /// How often the bell was rung.
    package private(set) var ringCount = 0
    /// How often the canvas was to be sent again as a whole.
    package private(set) var redrawCount = 0
    /// How often a suspension was requested; the test sends `.resumed` itself.
    package private(set) var suspendCount = 0
    /// What was copied last.
    package private(set) var clipboard: String?
    /// Whether the screen was closed; after that no event is delivered and no canvas is kept.
    package private(set) var isClosed = false

    private var handler: (@MainActor ([TerminalEvent]) -> Void)?

    /// Makes a blank screen.
    ///
    /// - Parameters:
    ///   - size: The size in cells.
    ///   - capabilities: What the screen pretends to be able to show.
    package init(size: TerminalSize, capabilities: TerminalCapabilities = TerminalCapabilities()) {
        self.size = size
        self.capabilities = capabilities
        canvas = Canvas(size: size)
    }

    /// Starts the delivery of what `send`, `type` and `resize(to:)` produce.
    package func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) {
        guard !isClosed else { return }
        self.handler = handler
    }

    /// Keeps `canvas` for the test to read.
    package func present(_ canvas: Canvas) {
        guard !isClosed else { return }
        self.canvas = canvas
        frameCount += 1
    }

    /// Counts the request.
    package func redraw() {
        redrawCount += 1
    }

    /// Counts the request; nothing stops.
    package func suspend() {
        suspendCount += 1
    }

    /// Ends the delivery of events.
    package func close() {
        isClosed = true
        handler = nil
    }

    /// Counts the bell.
    package func ring() {
        ringCount += 1
    }

    /// Keeps the text for the test to read.
    package func copy(_ text: String) -> Bool {
        guard ClipboardSequence(text, through: .none) != nil else { return false }
        clipboard = text
        return true
    }

    /// Delivers events as one batch; before `start` and after `close` they are lost, as on a real terminal.
    package func send(_ events: [TerminalEvent]) {
        handler?(events)
    }

    /// Presses keys one after the other, each as a batch of its own.
    ///
    /// - Parameter keys: Characters as they are typed, and names in angle brackets: `"jj/foo<enter>"`.
    package func type(_ keys: String) {
        for key in KeyPress.sequence(keys) {
            send([.key(key)])
        }
    }

    /// Changes the size and announces it.
    package func resize(to size: TerminalSize) {
        self.size = size
        send([.resize(size)])
    }
}

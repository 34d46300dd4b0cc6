/// A screen in memory: tests send it events and read the canvas it was given.
@MainActor
public final class MemoryTerminal: Screen {
    /// The present size in cells.
    public private(set) var size: TerminalSize
    /// What the screen pretends to be able to show.
    public let capabilities: TerminalCapabilities

    /// The canvas presented last; before the first one, a blank canvas.
    public private(set) var canvas: Canvas
    /// How many canvases were presented.
    public private(set) var frameCount = 0
    /// How often the bell was rung.
    public private(set) var ringCount = 0
    /// How often a suspension was requested; the test sends `.resumed` itself.
    public private(set) var suspendCount = 0
    /// Whether the screen was closed; after that no event is delivered and no canvas is kept.
    public private(set) var isClosed = false

    private var handler: (@MainActor ([TerminalEvent]) -> Void)?

    /// Makes a blank screen.
    ///
    /// - Parameters:
    ///   - size: The size in cells.
    ///   - capabilities: What the screen pretends to be able to show.
    public init(size: TerminalSize, capabilities: TerminalCapabilities = TerminalCapabilities()) {
        self.size = size
        self.capabilities = capabilities
        canvas = Canvas(size: size)
    }

    /// Starts the delivery of what `send`, `type` and `resize(to:)` produce.
    public func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) {
        guard !isClosed else { return }
        self.handler = handler
    }

    /// Keeps `canvas` for the test to read.
    public func present(_ canvas: Canvas) {
        guard !isClosed else { return }
        self.canvas = canvas
        frameCount += 1
    }

    /// Counts the request; nothing stops.
    public func suspend() {
        suspendCount += 1
    }

    /// Ends the delivery of events.
    public func close() {
        isClosed = true
        handler = nil
    }

    /// Counts the bell.
    public func ring() {
        ringCount += 1
    }

    /// Delivers events as one batch; before `start` and after `close` they are lost, as on a real terminal.
    public func send(_ events: [TerminalEvent]) {
        handler?(events)
    }

    /// Presses keys one after the other, each as a batch of its own.
    ///
    /// - Parameter keys: Characters as they are typed, and names in angle brackets: `"jj/foo<enter>"`.
    public func type(_ keys: String) {
        for key in KeyPress.sequence(keys) {
            send([.key(key)])
        }
    }

    /// Changes the size and announces it.
    public func resize(to size: TerminalSize) {
        self.size = size
        send([.resize(size)])
    }
}

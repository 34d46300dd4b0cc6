#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How a terminal is opened; what is not said comes from the environment.
public struct TerminalOptions: Hashable, Sendable {
    /// The descriptor keys are read from.
    public var input: Int32 = 0
    /// The descriptor the screen is drawn on.
    public var output: Int32 = 1
    /// The terminal's type, by its name in the terminfo database.
    public var term: String
    /// Whether colours may be used; attributes such as bold always may.
    public var usesColor: Bool
    /// Whether the mouse is reported; while it is, selecting text needs the terminal's own modifier key.
    public var usesMouse = true
    /// Whether to ask the terminal if it can show a whole frame at once; terminals whose description shows that they
    /// do not know such questions are never asked.
    public var asksForSynchronizedOutput: Bool

    /// Reads the options from the environment: `TERM`, `NO_COLOR` (any value but an empty one turns colours off) and
    /// `TERM_PROGRAM`.
    ///
    /// - Parameter variable: Gives the value of an environment variable, nil if it is not set.
    public init(variable: (String) -> String? = Self.environmentVariable) {
        term = variable("TERM") ?? ""
        usesColor = (variable("NO_COLOR") ?? "").isEmpty
        // It claims to be an xterm and draws part of the question instead of answering or ignoring it.
        asksForSynchronizedOutput = variable("TERM_PROGRAM") != "Apple_Terminal"
    }

    /// The value of a variable of the process's environment; nil if it is not set.
    public static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

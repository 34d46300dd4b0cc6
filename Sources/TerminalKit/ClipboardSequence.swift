#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The control sequence that puts a text on the clipboard of the machine the terminal runs on: OSC 52 of xterm.
///
/// It reaches the clipboard through SSH. A terminal multiplexer takes the sequence for its own, so that it is wrapped
/// for the terminal around it; whether that terminal obeys, it does not tell.
package struct ClipboardSequence: Hashable, Sendable {
    /// How many bytes a text may have: xterm's limit of 100,000 bytes, in the encoding of the sequence.
    package static let limit = 74_994

    /// What stands between the program and the terminal.
    package enum Multiplexer: Hashable, Sendable {
        /// Nothing that changes sequences.
        case none
        /// tmux, which passes on what is wrapped if its option `allow-passthrough` is on.
        case tmux
        /// GNU screen, which passes on pieces of limited length.
        case screen

        /// Finds the multiplexer by the environment.
        ///
        /// - Parameter variable: Gives the value of an environment variable, `nil` if it is not set.
        package init(variable: (String) -> String?) {
            if variable("TMUX")?.isEmpty == false {
                self = .tmux
            } else {
                self = variable("STY")?.isEmpty == false ? .screen : .none
            }
        }
    }

    /// The bytes to send.
    package let bytes: String

    /// Creates the sequence for a text.
    ///
    /// - Parameters:
    ///   - text: The text, of at most ``limit`` bytes.
    ///   - multiplexer: What stands between the program and the terminal.
    package init?(_ text: String, through multiplexer: Multiplexer) {
        guard text.utf8.count <= Self.limit else { return nil }
        let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
        switch multiplexer {
        case .none:
            bytes = plain
        case .tmux:
            // tmux itself takes the plain sequence where its option `set-clipboard` is on, and the wrapped one passes.
            bytes = plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\"
        case .screen:
            var rest = Array(plain.utf8)[...]
            var wrapped = ""
            while !rest.isEmpty {
                wrapped += "\u{1B}P" + String(decoding: rest.prefix(Self.screenPiece), as: UTF8.self) + "\u{1B}\\"
                rest = rest.dropFirst(Self.screenPiece)
            }
            bytes = wrapped
        }
    }

    /// How many bytes GNU screen passes on at once.
    private static let screenPiece = 256
}

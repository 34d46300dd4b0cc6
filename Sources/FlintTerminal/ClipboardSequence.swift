// SPDX-License-Identifier: MIT

import FlintFoundation

/// The OSC 52 control sequence of xterm, which copies text to the clipboard of the machine that runs the terminal.
///
/// The sequence also works through SSH. A terminal multiplexer would interpret the sequence itself, so the sequence is
/// wrapped to reach the terminal outside the multiplexer. The terminal does not report whether it copied the text.
package struct ClipboardSequence: Hashable, Sendable {
    /// The maximum number of bytes of text.
    ///
    /// It corresponds to xterm's limit of 100,000 bytes for the encoded sequence.
    package static let limit = 74_994

    package enum Multiplexer: Hashable, Sendable {
        case none
        /// tmux, which forwards wrapped sequences if its option `allow-passthrough` is on.
        case tmux
        /// GNU screen, which forwards pieces of limited length.
        case screen

        package init(variable: (String) -> String?) {
            if variable("TMUX")?.isEmpty == false {
                self = .tmux
            } else {
                self = variable("STY")?.isEmpty == false ? .screen : .none
            }
        }
    }

    package let bytes: String

    /// Creates the sequence that copies text, or returns `nil` if the text is longer than ``limit``.
    package init?(_ text: String, through multiplexer: Multiplexer) {
        guard text.utf8.count <= Self.limit else { return nil }
        let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{07}"
        switch multiplexer {
        case .none:
            bytes = plain
        case .tmux:
            // With the option `set-clipboard`, tmux handles the plain sequence. With `allow-passthrough`, it forwards
            // the wrapped one. Both are sent, because the program cannot read the options.
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

    /// The maximum number of bytes that GNU screen forwards at once.
    private static let screenPiece = 256
}

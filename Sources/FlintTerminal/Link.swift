// SPDX-License-Identifier: MIT

/// A link on cells of a ``Canvas``.
///
/// The user can open it in terminals that support the control sequence OSC 8, which curses does not. After curses has
/// sent a frame, the cells of a link are therefore written again with their address. The terminal still shows the same
/// text, so the screen stays as curses expects it.
package struct Link: Hashable, Sendable {
    package let row: Int
    package let columns: Range<Int>
    package let address: String
    /// The text of the cells when the link was drawn.
    ///
    /// If something else is drawn over the cells, the link is not shown.
    let text: String

    /// Returns the sequence that writes the cells with the address and then restores the cursor and the style.
    ///
    /// The result is `nil` for an address that a terminal could misunderstand. The `rendition` consists of the
    /// parameters of the control sequence that sets the style.
    func sequence(rendition: String) -> String? {
        // An address with other bytes could end the sequence or begin another one.
        guard address.utf8.count <= 2_000, ["https://", "http://", "file://"].contains(where: address.hasPrefix),
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        // ESC 7 saves the cursor and the style, and ESC 8 restores them, because curses must not lose track of them.
        return "\u{1B}7\u{1B}[\(row + 1);\(columns.lowerBound + 1)H\u{1B}[\(rendition)m"
            + "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\\u{1B}8"
    }
}

import FlintTerminal
import Foundation
import Testing

/// A terminal device whose other end the test controls.
@MainActor
final class PseudoTerminal {
    private var primary: Int32
    private let secondary: Int32

    init(columns: UInt16, rows: UInt16) throws {
        var ends: (Int32, Int32) = (-1, -1)
        try #require(openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
        (primary, secondary) = ends
        resize(columns: columns, rows: rows)
    }

    func close() {
        hangUp()
        posixClose(secondary)
    }

    /// The options that open this device.
    var options: TerminalOptions {
        var options = TerminalOptions { ["TERM": "xterm-256color"][$0] }
        options.input = secondary
        options.output = secondary
        return options
    }

    /// Changes the size of the window without a signal.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(secondary, UInt(TIOCSWINSZ), &size)
    }

    /// Sends bytes, like a keyboard.
    func type(_ text: String) {
        _ = write(primary, text, text.utf8.count)
    }

    func received() -> String {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var request = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, 0) > 0, request.revents & Int16(POLLIN) != 0 {
            let count = read(primary, &buffer, buffer.count)
            guard count > 0 else { break }
            result += buffer[..<count]
        }
        return String(decoding: result, as: UTF8.self)
    }

    func modes() -> [UInt8] { HostedProgram.modes(of: secondary) }

    /// Returns the number of typed bytes that no program has read yet.
    func pendingInput() -> Int {
        var count: Int32 = 0
        _ = ioctl(secondary, UInt(FIONREAD), &count)
        return Int(count)
    }

    func hangUp() {
        if primary >= 0 { posixClose(primary) }
        primary = -1
    }
}

/// Closes a descriptor.
///
/// A method hides the system's function of the same name.
private func posixClose(_ descriptor: Int32) { _ = close(descriptor) }

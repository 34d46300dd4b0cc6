// SPDX-License-Identifier: MIT

import FlintWorld

/// The addresses of links on the screen.
///
/// The console's state does not know files, so a link to source code has an address that only the console understands.
/// ``SourceLinks`` replaces it with the file's address before the screen is shown.
enum LinkAddress {
    private static let scheme = "source:"

    static func source(_ location: CodeLocation) -> String { scheme + location.description }

    static func source(_ address: String) -> CodeLocation? {
        guard address.hasPrefix(scheme), let colon = address.lastIndex(of: ":"),
            let line = Int(address[address.index(after: colon)...])
        else { return nil }
        return CodeLocation(fileID: String(address[..<colon].dropFirst(scheme.count)), line: line)
    }

    static func file(_ path: String, line: Int) -> String {
        var address = "file://"
        for byte in path.utf8 {
            // Bytes that have a meaning in an address or in the terminal's link sequence are escaped.
            let isPlain = byte < 0x7F && byte > 0x20 && !"%#?;\"<>".utf8.contains(byte)
            address += isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
        }
        return "\(address)#\(line)"
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

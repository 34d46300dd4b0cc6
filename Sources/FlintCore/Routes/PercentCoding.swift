// SPDX-License-Identifier: MIT

package enum PercentCoding {
    /// Returns whether a byte never needs percent-encoding (RFC 3986, unreserved characters).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    package static func encoded(_ bytes: some Sequence<UInt8>, isSpecial: (UInt8) -> Bool = { _ in false }) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            if isUnreserved(byte), !isSpecial(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a percent sign and the two hexadecimal digits that follow it.
    ///
    /// The result is `nil` for any other byte, and for a percent sign without two digits.
    static func byte(in bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
            let low = digit(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    /// Decodes a percent-encoded string once.
    ///
    /// The result is `nil` if the decoded string is not valid UTF-8 or contains a zero byte.
    package static func decoded(_ text: Substring) -> String? {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let escaped = byte(in: bytes, at: index)
            decoded.append(escaped ?? bytes[index])
            index += escaped == nil ? 1 : 3
        }
        return decoded.contains(0) ? nil : Self.decodedUTF8(decoded)
    }

    static func decodedUTF8(_ bytes: some Collection<UInt8>) -> String? {
        // The validating initializer of `String` requires iOS 18, so the bytes are compared with the decoded text
        // instead. Invalid bytes are replaced during decoding, so the two then differ.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

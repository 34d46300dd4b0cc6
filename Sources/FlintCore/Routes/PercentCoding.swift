/// Percent-encoding, as URLs need it.
enum PercentCoding {
    /// Whether a byte means itself wherever it stands in a URL.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Encodes everything but what means itself everywhere.
    ///
    /// - Parameters:
    ///   - bytes: The UTF-8 of a text.
    ///   - isSpecial: Whether a byte must be encoded although it means itself.
    /// - Returns: The text as it stands in a URL.
    static func encoded(_ bytes: some Sequence<UInt8>, isSpecial: (UInt8) -> Bool = { _ in false }) -> String {
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

    /// The byte that a percent sign and two digits stand for.
    ///
    /// - Parameters:
    ///   - bytes: A text.
    ///   - index: Where the percent sign is.
    /// - Returns: `nil` if it is not followed by two digits, and then stands for itself.
    static func byte(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < bytes.count, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
            return nil
        }
        return high << 4 | low
    }

    /// Decodes a text once.
    ///
    /// - Returns: `nil` if what is encoded is no text, or contains a zero byte.
    static func decoded(_ text: Substring) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            var decoded: [UInt8] = []
            decoded.reserveCapacity(bytes.count)
            var index = 0
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "%"), let byte = byte(in: bytes, at: index) {
                    decoded.append(byte)
                    index += 3
                } else {
                    decoded.append(bytes[index])
                    index += 1
                }
            }
            return decoded.contains(0) ? nil : String(validating: decoded, as: UTF8.self)
        }
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

// SPDX-License-Identifier: MIT

package enum JSONFormat: Sendable, Hashable {
    /// JSON as described by RFC 8259, for documents that programs write.
    case json
    /// JSON5 1.0.0, for documents that people write, with comments, unquoted names, and trailing commas.
    case json5
}

package enum JSONNames: Sendable, Hashable {
    /// Names may be repeated. Decoders differ in the member that they choose.
    case any
    /// Names must differ, after their escape sequences have been replaced.
    case unique
}

// The syntax that JSON5 adds to JSON. JSON5 allows an escaped lone surrogate, but the scanner rejects it as in JSON,
// because UTF-8 cannot represent it.
extension JSONScanner {
    // MARK: Space and comments

    mutating func skipJSON5Space() throws(JSONScanError) {
        while let byte = next {
            switch byte {
            case 0x09...0x0D, 0x20: position += 1
            case UInt8(ascii: "/"): try skipComment()
            case 0x80...:
                let start = position
                let scalar = try scanMultibyte(byte)
                // Not a space: the caller reports the character, at its first byte.
                guard Self.isSpace(scalar) else { return position = start }
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONScanError) {
        let start = position
        position += 1
        switch next {
        case UInt8(ascii: "/"):
            while let byte = next, byte != 0x0A, byte != 0x0D {
                if byte < 0x80 { position += 1 } else if Self.isLineEnd(try scanMultibyte(byte)) { return }
            }
        case UInt8(ascii: "*"):
            position += 1
            var last: UInt8 = 0
            while let byte = next {
                if byte < 0x80 { position += 1 } else { _ = try scanMultibyte(byte) }
                if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { return }
                last = byte
            }
            position = start
            throw error(.malformed("a comment is not terminated"))
        default:
            position = start
            throw error(.malformed("expected // or /* at the start of a comment"))
        }
    }

    private static func isSpace(_ scalar: UInt32) -> Bool {
        if scalar == 0xFEFF || isLineEnd(scalar) { return true }
        return Unicode.Scalar(scalar)?.properties.generalCategory == .spaceSeparator
    }

    private static func isLineEnd(_ scalar: UInt32) -> Bool { scalar == 0x2028 || scalar == 0x2029 }

    // MARK: Names

    mutating func scanIdentifier() throws(JSONScanError) {
        let start = position
        var marks = 0
        while let byte = next {
            let before = position
            var scalar = UInt32(byte)
            if byte == UInt8(ascii: "\\") {
                scalar = try scanEscape()
            } else if byte < 0x80 {
                position += 1
            } else {
                scalar = try scanMultibyte(byte)
            }
            // An escaped character must be valid in a name as well, as in ECMAScript 5.1.
            guard Self.isIdentifier(scalar, isFirst: before == start) else {
                position = before
                break
            }
            try count(scalar, in: &marks)
        }
        guard position > start else { throw error(.malformed("expected a name")) }
    }

    private static func isIdentifier(_ scalar: UInt32, isFirst: Bool) -> Bool {
        if scalar == UInt32(UInt8(ascii: "$")) || scalar == UInt32(UInt8(ascii: "_")) { return true }
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
            return true
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
            return !isFirst
        default:
            // The zero-width joiner and non-joiner.
            return !isFirst && (scalar == 0x200C || scalar == 0x200D)
        }
    }

    // MARK: Numbers

    mutating func scanJSON5Number() throws(JSONScanError) {
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
        switch next {
        case UInt8(ascii: "I"): return try scanWord("Infinity")
        case UInt8(ascii: "N"): return try scanWord("NaN")
        case UInt8(ascii: "."):
            position += 1
            try scanDigits()
        case UInt8(ascii: "0"):
            position += 1
            if next == UInt8(ascii: "x") || next == UInt8(ascii: "X") { return try scanHexadecimal() }
            skipFraction()
        default:
            try scanDigits()
            skipFraction()
        }
        try scanExponent()
    }

    private mutating func skipFraction() {
        guard next == UInt8(ascii: ".") else { return }
        position += 1
        while let byte = next, byte &- UInt8(ascii: "0") < 10 { position += 1 }
    }

    private mutating func scanHexadecimal() throws(JSONScanError) {
        position += 1
        let start = position
        while let byte = next, Self.hexadecimal(byte) != nil { position += 1 }
        guard position > start else { throw error(.malformed("expected a hexadecimal digit")) }
    }

    // MARK: Strings

    /// Scans an escape sequence, and returns the escaped character or 0 if it cannot be a combining mark, as in `\x41`.
    mutating func scanJSON5Escape() throws(JSONScanError) -> UInt32 {
        let start = position
        position += 1
        switch next {
        case UInt8(ascii: "u"):
            position = start
            return try scanEscape()
        case UInt8(ascii: "x"):
            position += 1
            for _ in 0..<2 {
                guard let byte = next, Self.hexadecimal(byte) != nil else {
                    throw error(.malformed("an escape sequence needs two hexadecimal digits"))
                }
                position += 1
            }
            return 0
        case UInt8(ascii: "0"):
            position += 1
            // `\0` is U+0000, but `\01` would be an octal escape, which JSON5 does not have.
            if let byte = next, byte &- UInt8(ascii: "0") < 10 { fallthrough }
            return 0
        case (UInt8(ascii: "1")...UInt8(ascii: "9"))?:
            throw error(.malformed("an escape sequence is invalid"))
        // A backslash before any other character stands for that character, which can be a combining mark.
        case let byte? where byte >= 0x80:
            return try scanMultibyte(byte)
        case nil: throw error(.malformed("it ends inside a string"))
        default:
            // A carriage return followed by a line feed is a single line terminator.
            let isReturn = next == 0x0D
            position += 1
            if isReturn, next == 0x0A { position += 1 }
            return 0
        }
    }
}

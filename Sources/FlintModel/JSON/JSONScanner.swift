/// Checks JSON that comes from outside, in one pass over its bytes, before it is decoded.
///
/// Decoders recurse and build the path to every value, so that deep nesting costs them more than the square of its
/// depth, and nothing keeps them from decoding more values than there is memory for. The scanner accepts exactly the
/// documents that RFC 8259 describes, or those of JSON5 where a place asks for it, in UTF-8, as long as they stay
/// within limits. It needs no memory of its own: what is open is one bit per level, which is why no document may be
/// nested deeper than an integer has bits.
package struct JSONScanner {
    /// What a document that was accepted holds.
    package struct Measure: Sendable, Hashable {
        /// How many values there are, objects and arrays included.
        package var elements = 0
        /// How many objects and arrays enclose the innermost value.
        package var depth = 0
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    /// The language of the document.
    private let format: JSONFormat
    var position = 0
    private var measure = Measure()
    private var depth = 0
    /// Which of the open containers are objects; the innermost is the lowest bit.
    private var objects: UInt64 = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, format: JSONFormat) {
        self.bytes = bytes
        self.limits = limits
        self.format = format
    }

    /// Checks a document.
    ///
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - limits: What it may cost to decode.
    ///   - format: The language it must be written in.
    /// - Returns: How large the document is.
    /// - Throws: ``JSONScanError`` if it exceeds a limit or is not written in that language.
    @discardableResult
    package static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, format: JSONFormat = .json
    ) throws(JSONScanError) -> Measure {
        var scanner = JSONScanner(bytes, limits: limits, format: format)
        guard bytes.count <= limits.bytes else {
            throw scanner.error(.tooManyBytes(bytes.count, limit: limits.bytes))
        }
        try scanner.scanDocument()
        return scanner.measure
    }

    // MARK: Structure

    private mutating func scanDocument() throws(JSONScanError) {
        // A mark of the byte order, which decoders pass over.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        repeat { try scanValue() } while try continuesAfterValue()
        guard position == bytes.count else { throw error(.malformed("there is more after the end of the value")) }
    }

    /// Passes over a scalar, an empty container, or what leads to the first value of one that is not empty.
    private mutating func scanValue() throws(JSONScanError) {
        while true {
            try skipSpace()
            measure.elements += 1
            guard measure.elements <= limits.elements else { throw error(.tooManyElements(limit: limits.elements)) }
            switch next {
            case UInt8(ascii: "{"):
                try open(isObject: true)
                if try !close(UInt8(ascii: "}")) {
                    try scanName()
                    continue
                }
            case UInt8(ascii: "["):
                try open(isObject: false)
                if try !close(UInt8(ascii: "]")) { continue }
            case UInt8(ascii: "\""): try scanString()
            case UInt8(ascii: "t"): try scanWord("true")
            case UInt8(ascii: "f"): try scanWord("false")
            case UInt8(ascii: "n"): try scanWord("null")
            case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: try scanNumber()
            case UInt8(ascii: "'") where format == .json5: try scanString()
            case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"):
                guard format == .json5 else { throw error(.malformed("a value is expected")) }
                try scanNumber()
            case nil: throw error(.malformed("it ends where a value is expected"))
            default: throw error(.malformed("a value is expected"))
            }
            return
        }
    }

    /// Passes over what follows a value, up to where the next one begins.
    ///
    /// - Returns: Whether there is a next one.
    private mutating func continuesAfterValue() throws(JSONScanError) -> Bool {
        while true {
            try skipSpace()
            if depth == 0 { return false }
            let isObject = objects & 1 == 1
            if next == UInt8(ascii: ",") {
                position += 1
                if format == .json5, try close(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue }
                if isObject { try scanName() }
                return true
            }
            guard try close(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                throw error(.malformed(isObject ? #"a "," or "}" is expected"# : #"a "," or "]" is expected"#))
            }
        }
    }

    private mutating func open(isObject: Bool) throws(JSONScanError) {
        guard depth < limits.depth else { throw error(.tooDeep(limit: limits.depth)) }
        depth += 1
        measure.depth = max(measure.depth, depth)
        objects = objects << 1 | (isObject ? 1 : 0)
        position += 1
    }

    /// Passes over the end of the innermost container, if it is what comes next.
    private mutating func close(_ end: UInt8) throws(JSONScanError) -> Bool {
        try skipSpace()
        guard next == end else { return false }
        position += 1
        depth -= 1
        objects >>= 1
        return true
    }

    /// Passes over the name of a member and its colon.
    private mutating func scanName() throws(JSONScanError) {
        try skipSpace()
        if next == UInt8(ascii: "\"") || format == .json5 && next == UInt8(ascii: "'") {
            try scanString()
        } else if format == .json5 {
            try scanIdentifier()
        } else {
            throw error(.malformed("a name in quotes is expected"))
        }
        try skipSpace()
        guard next == UInt8(ascii: ":") else { throw error(.malformed(#"a ":" is expected"#)) }
        position += 1
    }

    // MARK: Scalars

    mutating func scanWord(_ word: StaticString) throws(JSONScanError) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[offset] else { throw error(.malformed("a value is expected")) }
            position += 1
        }
    }

    private mutating func scanNumber() throws(JSONScanError) {
        let start = position
        if format == .json5 {
            try scanJSON5Number()
        } else {
            if next == UInt8(ascii: "-") { position += 1 }
            if next == UInt8(ascii: "0") { position += 1 } else { try scanDigits() }
            if next == UInt8(ascii: ".") {
                position += 1
                try scanDigits()
            }
            try scanExponent()
        }
        guard position - start <= limits.digits else {
            position = start
            throw error(.tooManyDigits(limit: limits.digits))
        }
    }

    /// Passes over the exponent of a number, if there is one.
    mutating func scanExponent() throws(JSONScanError) {
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
        position += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
        try scanDigits()
    }

    mutating func scanDigits() throws(JSONScanError) {
        let start = position
        while let byte = next, byte &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw error(.malformed("a digit is expected")) }
    }

    /// Passes over a text, which ends with the quote it begins with.
    private mutating func scanString() throws(JSONScanError) {
        let quote = next
        position += 1
        var marks = 0
        while let byte = next {
            var scalar: UInt32 = 0
            switch byte {
            case quote:
                position += 1
                return
            case UInt8(ascii: "\\"): scalar = format == .json5 ? try scanJSON5Escape() : try scanEscape()
            case 0..<0x20 where format == .json || byte == 0x0A || byte == 0x0D:
                throw error(.malformed("a text holds a control character that is not escaped"))
            case ..<0x80: position += 1
            default: scalar = try scanMultibyte(byte)
            }
            try count(scalar, in: &marks)
        }
        throw error(.malformed("it ends within a text"))
    }

    /// Counts the combining marks in a row, up to the limit.
    func count(_ scalar: UInt32, in marks: inout Int) throws(JSONScanError) {
        marks = Self.isMark(scalar) ? marks + 1 : 0
        guard marks <= limits.marks else { throw error(.tooManyMarks(limit: limits.marks)) }
    }

    /// Whether a character is ordered together with its neighbours when a text is compared or hashed.
    fileprivate static func isMark(_ scalar: UInt32) -> Bool {
        if scalar < 0x300 { return false }
        // Three that begin a character by themselves are taken apart into some that do not.
        if scalar == 0x0F73 || scalar == 0x0F75 || scalar == 0x0F81 { return true }
        return Unicode.Scalar(scalar).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
    }

    /// Passes over an escape and returns the character it stands for, or 0 for one of ASCII.
    mutating func scanEscape() throws(JSONScanError) -> UInt32 {
        position += 1
        switch next {
        case UInt8(ascii: "u"):
            position += 1
            let unit = try scanUnit()
            guard unit & 0xF800 == 0xD800 else { return unit }
            // Half a character, which is one only together with the other half.
            guard unit < 0xDC00, next == UInt8(ascii: "\\") else { throw error(.malformed(Self.loneSurrogate)) }
            position += 1
            guard next == UInt8(ascii: "u") else { throw error(.malformed(Self.loneSurrogate)) }
            position += 1
            let other = try scanUnit()
            guard other & 0xFC00 == 0xDC00 else { throw error(.malformed(Self.loneSurrogate)) }
            return 0x10000 + (unit & 0x3FF) << 10 + other & 0x3FF
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
            return 0
        default: throw error(.malformed("an escape is not one that JSON has"))
        }
    }

    private static let loneSurrogate = "an escape stands for half a character"

    /// Passes over the four digits of an escape.
    private mutating func scanUnit() throws(JSONScanError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Self.hexadecimal(byte) else {
                throw error(.malformed("an escape needs four hexadecimal digits"))
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Passes over a character of more than one byte and returns it.
    mutating func scanMultibyte(_ first: UInt8) throws(JSONScanError) -> UInt32 {
        // The second byte's range keeps out longer forms than needed, halves of characters, and what Unicode lacks.
        let (second, count, bits): (ClosedRange<UInt8>, Int, UInt8)
        switch first {
        case 0xC2...0xDF: (second, count, bits) = (0x80...0xBF, 2, 0x1F)
        case 0xE0: (second, count, bits) = (0xA0...0xBF, 3, 0x0F)
        case 0xED: (second, count, bits) = (0x80...0x9F, 3, 0x0F)
        case 0xE1...0xEF: (second, count, bits) = (0x80...0xBF, 3, 0x0F)
        case 0xF0: (second, count, bits) = (0x90...0xBF, 4, 0x07)
        case 0xF1...0xF3: (second, count, bits) = (0x80...0xBF, 4, 0x07)
        case 0xF4: (second, count, bits) = (0x80...0x8F, 4, 0x07)
        default: throw error(.malformed("a text is not UTF-8"))
        }
        guard position + count <= bytes.count, second.contains(bytes[position + 1]) else {
            throw error(.malformed("a text is not UTF-8"))
        }
        var scalar = UInt32(first & bits)
        for offset in 1..<count {
            let byte = bytes[position + offset]
            guard byte & 0xC0 == 0x80 else { throw error(.malformed("a text is not UTF-8")) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        position += count
        return scalar
    }

    // MARK: Bytes

    /// The byte at the current position, or `nil` at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() throws(JSONScanError) {
        if format == .json5 { return try skipJSON5Space() }
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    func error(_ problem: JSONScanError.Problem) -> JSONScanError {
        // Lines are counted only here, so that documents without errors do not pay for them.
        let line = 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }
        return JSONScanError(problem: problem, offset: position, line: line)
    }
}

extension String {
    /// Returns whether the text has more than a number of combining marks in a row.
    package func hasMarks(beyond limit: Int) -> Bool {
        var count = 0
        return unicodeScalars.contains { scalar in
            count = JSONScanner.isMark(scalar.value) ? count + 1 : 0
            return count > limit
        }
    }
}

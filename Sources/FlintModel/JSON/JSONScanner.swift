// SPDX-License-Identifier: MIT

/// A scanner that checks external JSON in one pass over its bytes before it is decoded.
///
/// `JSONDecoder` recurses and builds a coding path for every value, so deep nesting costs more than quadratic time. It
/// also does not limit the number of decoded values. The scanner accepts documents that conform to RFC 8259, or to
/// JSON5 on request, that are encoded in UTF-8, and that stay within the given limits. It ignores a byte order mark and
/// rejects unpaired surrogates.
///
/// The scanner does not allocate memory, except for names that must be unique. It stores one bit for each open
/// container in an integer of 64 bits, which limits the depth of a document.
package struct JSONScanner {
    package struct Measure: Sendable, Hashable {
        package var elements = 0
        package var depth = 0
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    private let format: JSONFormat
    private let names: JSONNames
    /// The offsets of the names in each open object, the innermost last, if names must be unique.
    private var openNames: [[String: Int]] = []
    var position = 0
    private var measure = Measure()
    private var depth = 0
    /// One bit for each open container, set for objects, with the innermost container in the lowest bit.
    private var objects: UInt64 = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, format: JSONFormat, names: JSONNames) {
        self.bytes = bytes
        self.limits = limits
        self.format = format
        self.names = names
    }

    @discardableResult
    package static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, format: JSONFormat = .json, names: JSONNames = .any
    ) throws(JSONScanError) -> Measure {
        var scanner = JSONScanner(bytes, limits: limits, format: format, names: names)
        guard bytes.count <= limits.bytes else {
            throw scanner.error(.tooManyBytes(bytes.count, limit: limits.bytes))
        }
        try scanner.scanDocument()
        return scanner.measure
    }

    // MARK: Structure

    private mutating func scanDocument() throws(JSONScanError) {
        // Decoders ignore a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try scanWholeValue()
        try skipSpace()
        guard position == bytes.count else { throw error(.malformed("unexpected characters follow the value")) }
    }

    private mutating func scanWholeValue() throws(JSONScanError) {
        repeat { try scanValue() } while try continuesAfterValue()
    }

    /// Scans up to the end of the first scalar or empty container, including the openings of the containers around it.
    private mutating func scanValue() throws(JSONScanError) {
        while true {
            try skipSpace()
            measure.elements += 1
            guard measure.elements <= limits.elements else { throw error(.tooManyElements(limit: limits.elements)) }
            switch next {
            case UInt8(ascii: "{"):
                try open(isObject: true)
                if try !close(UInt8(ascii: "}")) {
                    try scanMemberName()
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
                guard format == .json5 else { throw error(.malformed("expected a value")) }
                try scanNumber()
            case nil: throw error(.malformed("expected a value, but reached the end"))
            default: throw error(.malformed("expected a value"))
            }
            return
        }
    }

    /// Scans up to the next value, and returns whether one follows.
    private mutating func continuesAfterValue() throws(JSONScanError) -> Bool {
        while depth > 0 {
            try skipSpace()
            let isObject = objects & 1 == 1
            if next == UInt8(ascii: ",") {
                position += 1
                // JSON5 allows a comma after the last member or element.
                if format == .json5, try close(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue }
                if isObject { try scanMemberName() }
                return true
            }
            guard try close(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                throw error(.malformed(isObject ? #"expected a "," or "}""# : #"expected a "," or "]""#))
            }
        }
        return false
    }

    private mutating func open(isObject: Bool) throws(JSONScanError) {
        guard depth < limits.depth else { throw error(.tooDeep(limit: limits.depth)) }
        depth += 1
        measure.depth = max(measure.depth, depth)
        // The limits allow at most 64 levels, so no open container is shifted out.
        objects = objects << 1 | (isObject ? 1 : 0)
        if isObject, names == .unique { openNames.append([:]) }
        position += 1
    }

    private mutating func close(_ end: UInt8) throws(JSONScanError) -> Bool {
        try skipSpace()
        guard next == end else { return false }
        position += 1
        depth -= 1
        if objects & 1 == 1, names == .unique { openNames.removeLast() }
        objects >>= 1
        return true
    }

    private mutating func scanName() throws(JSONScanError) -> Range<Int> {
        try skipSpace()
        let start = position
        if next == UInt8(ascii: "\"") || format == .json5 && next == UInt8(ascii: "'") {
            try scanString()
        } else if format == .json5 {
            try scanIdentifier()
        } else {
            throw error(.malformed("expected a quoted name"))
        }
        let range = start..<position
        try skipSpace()
        guard next == UInt8(ascii: ":") else { throw error(.malformed(#"expected a ":""#)) }
        position += 1
        return range
    }

    private mutating func scanMemberName() throws(JSONScanError) {
        let range = try scanName()
        guard names == .unique, let object = openNames.indices.last else { return }
        let spelling = bytes[range]
        let isQuoted = spelling.first == UInt8(ascii: "\"") || spelling.first == UInt8(ascii: "'")
        // Only a name with escape sequences needs a decoder.
        let name =
            spelling.contains(UInt8(ascii: "\\"))
            ? Self.name(spelled: String(decoding: spelling, as: UTF8.self))
            : String(decoding: isQuoted ? spelling.dropFirst().dropLast() : spelling, as: UTF8.self)
        if let first = openNames[object].updateValue(range.lowerBound, forKey: name) {
            // The error names the start of the repeated name, not the value after it.
            position = range.lowerBound
            throw error(.repeatedName(name, first: place(first)))
        }
    }

    // MARK: Scalars

    mutating func scanWord(_ word: StaticString) throws(JSONScanError) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[offset] else { throw error(.malformed("expected a value")) }
            position += 1
        }
    }

    private mutating func scanNumber() throws(JSONScanError) {
        let start = position
        if format == .json5 {
            try scanJSON5Number()
        } else {
            if next == UInt8(ascii: "-") { position += 1 }
            // JSON has no leading zeros, so a digit after 0 fails later as an unexpected character.
            if next == UInt8(ascii: "0") { position += 1 } else { try scanDigits() }
            if next == UInt8(ascii: ".") {
                position += 1
                try scanDigits()
            }
            try scanExponent()
        }
        // Long numbers are rejected here, before a decoder converts them.
        guard position - start <= limits.numberLength else {
            position = start
            throw error(.tooManyDigits(limit: limits.numberLength))
        }
    }

    mutating func scanExponent() throws(JSONScanError) {
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return }
        position += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
        try scanDigits()
    }

    mutating func scanDigits() throws(JSONScanError) {
        let start = position
        while let byte = next, byte &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw error(.malformed("expected a digit")) }
    }

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
            // JSON5 allows control characters in a string, except the line terminators.
            case 0..<0x20 where format == .json || byte == 0x0A || byte == 0x0D:
                throw error(.malformed("a string contains an unescaped control character"))
            case ..<0x80: position += 1
            default: scalar = try scanMultibyte(byte)
            }
            try count(scalar, in: &marks)
        }
        throw error(.malformed("it ends inside a string"))
    }

    func count(_ scalar: UInt32, in marks: inout Int) throws(JSONScanError) {
        marks = Self.isMark(scalar) ? marks + 1 : 0
        guard marks <= limits.combiningMarks else { throw error(.tooManyMarks(limit: limits.combiningMarks)) }
    }

    /// Returns whether string comparison and hashing reorder a character with its neighbors.
    static func isMark(_ scalar: UInt32) -> Bool {
        // This covers most text. Looking up a combining class takes longer than the rest of the scan.
        if scalar < 0x300 || (0x3100..<0xA66F).contains(scalar) || (0xAC00..<0xD800).contains(scalar) { return false }
        // These three characters are starters, but their decompositions contain characters that are reordered.
        if scalar == 0x0F73 || scalar == 0x0F75 || scalar == 0x0F81 { return true }
        return Unicode.Scalar(scalar).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
    }

    /// Scans an escape sequence, and returns the escaped character or 0 for a two-character escape such as `\n`.
    mutating func scanEscape() throws(JSONScanError) -> UInt32 {
        position += 1
        switch next {
        case UInt8(ascii: "u"):
            position += 1
            let unit = try scanUnit()
            guard unit & 0xF800 == 0xD800 else { return unit }
            // A surrogate is valid only as part of a pair.
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
        default: throw error(.malformed("an escape sequence is invalid"))
        }
    }

    private static let loneSurrogate = "an escape sequence is an unpaired surrogate"

    private mutating func scanUnit() throws(JSONScanError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Self.hexadecimal(byte) else {
                throw error(.malformed("an escape sequence needs four hexadecimal digits"))
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

    mutating func scanMultibyte(_ first: UInt8) throws(JSONScanError) -> UInt32 {
        // The range of the second byte excludes overlong forms, surrogates, and values beyond Unicode's range.
        let (second, count, bits): (ClosedRange<UInt8>, Int, UInt8)
        switch first {
        case 0xC2...0xDF: (second, count, bits) = (0x80...0xBF, 2, 0x1F)
        case 0xE0: (second, count, bits) = (0xA0...0xBF, 3, 0x0F)
        case 0xED: (second, count, bits) = (0x80...0x9F, 3, 0x0F)
        case 0xE1...0xEF: (second, count, bits) = (0x80...0xBF, 3, 0x0F)
        case 0xF0: (second, count, bits) = (0x90...0xBF, 4, 0x07)
        case 0xF1...0xF3: (second, count, bits) = (0x80...0xBF, 4, 0x07)
        case 0xF4: (second, count, bits) = (0x80...0x8F, 4, 0x07)
        default: throw error(.malformed("a string is not valid UTF-8"))
        }
        guard position + count <= bytes.count, second.contains(bytes[position + 1]) else {
            throw error(.malformed("a string is not valid UTF-8"))
        }
        var scalar = UInt32(first & bits)
        for offset in 1..<count {
            let byte = bytes[position + offset]
            guard byte & 0xC0 == 0x80 else { throw error(.malformed("a string is not valid UTF-8")) }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        position += count
        return scalar
    }

    // MARK: Bytes

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() throws(JSONScanError) {
        if format == .json5 { return try skipJSON5Space() }
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    func error(_ problem: JSONScanError.Problem) -> JSONScanError {
        JSONScanError(problem: problem, place: place(position))
    }

    private func place(_ position: Int) -> JSONScanError.Place {
        // Counting lines only for errors keeps valid documents fast.
        let line = 1 + bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") }
        return JSONScanError.Place(offset: position, line: line)
    }
}

extension JSONScanner {
    /// Returns the byte ranges of the elements of an array in the outermost object.
    ///
    /// Callers use the ranges to edit elements without reformatting the document. A range excludes the commas, spaces,
    /// and comments around the element. The result is `nil` if the document has no such array. The document must spell
    /// the array's name without escape sequences. Names must be unique, because decoders choose differently between
    /// members of the same name.
    package static func elements(
        of name: String, in bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, format: JSONFormat
    ) throws(JSONScanError) -> [Range<Int>]? {
        // The first pass validates the whole document, so that the second one can skip commas without checking them.
        try scan(bytes, limits: limits, format: format, names: .unique)
        var scanner = JSONScanner(bytes, limits: limits, format: format, names: .any)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.position = 3 }
        try scanner.skipSpace()
        guard scanner.next == UInt8(ascii: "{") else { return nil }
        scanner.position += 1
        var elements: [Range<Int>]?
        let quotationMarks = [UInt8(ascii: "\""), UInt8(ascii: "'")]
        while try scanner.hasNext(before: UInt8(ascii: "}")) {
            var spelling = bytes[try scanner.scanName()]
            if let first = spelling.first, quotationMarks.contains(first) { spelling = spelling.dropFirst().dropLast() }
            try scanner.skipSpace()
            if spelling.elementsEqual(name.utf8) {
                let start = scanner.position
                elements = scanner.next == UInt8(ascii: "[") ? try scanner.scanElements() : nil
                // The array is scanned again below as an ordinary value, so that the scanner moves past it.
                scanner.position = start
            }
            try scanner.scanWholeValue()
        }
        return elements
    }

    private mutating func hasNext(before end: UInt8) throws(JSONScanError) -> Bool {
        try skipSpace()
        if next == UInt8(ascii: ",") {
            position += 1
            try skipSpace()
        }
        return next != end
    }

    private mutating func scanElements() throws(JSONScanError) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        position += 1
        while try hasNext(before: UInt8(ascii: "]")) {
            let start = position
            try scanWholeValue()
            elements.append(start..<position)
        }
        position += 1
        return elements
    }
}

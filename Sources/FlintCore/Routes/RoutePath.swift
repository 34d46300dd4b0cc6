// SPDX-License-Identifier: MIT

/// A percent-decoded URL path.
///
/// A percent-encoded slash is part of a segment and does not end it. One leading and one trailing slash are ignored.
struct RoutePath {
    private let bytes: [UInt8]
    /// Whether each byte was percent-encoded, or `nil` if none was.
    private let escapes: [Bool]?
    /// The positions at which the path begins and ends, without the ignored slashes.
    let start, end: Int
    let endsWithSlash: Bool

    /// Decodes a path, or returns `nil` if the decoded path is not valid UTF-8 or contains a zero byte.
    init?(_ path: Substring) {
        var path = path
        // Copying the buffer takes a tenth of the time of creating an array from the UTF-8 view of a substring.
        var bytes = path.withUTF8 { Array($0) }
        var escapes: [Bool]?
        if bytes.contains(UInt8(ascii: "%")) {
            (bytes, escapes) = Self.decoded(bytes)
            guard PercentCoding.decodedUTF8(bytes) != nil else { return nil }
        }
        guard !bytes.contains(0) else { return nil }
        func isSlash(_ index: Int) -> Bool { bytes[index] == Self.slash && escapes?[index] != true }
        start = !bytes.isEmpty && isSlash(0) ? 1 : 0
        endsWithSlash = bytes.count > start && isSlash(bytes.count - 1)
        end = bytes.count - (endsWithSlash ? 1 : 0)
        (self.bytes, self.escapes) = (bytes, escapes)
    }

    private static func decoded(_ encoded: [UInt8]) -> ([UInt8], [Bool]) {
        var bytes: [UInt8] = []
        var escapes: [Bool] = []
        var index = 0
        while index < encoded.count {
            let escaped = PercentCoding.byte(in: encoded, at: index)
            bytes.append(escaped ?? encoded[index])
            escapes.append(escaped != nil)
            index += escaped == nil ? 1 : 3
        }
        return (bytes, escapes)
    }

    private static let slash = UInt8(ascii: "/")

    func end(ofSegmentAt start: Int) -> Int {
        var index = start
        while index < end, bytes[index] != Self.slash || escapes?[index] == true { index += 1 }
        return index
    }

    func containsText(_ text: [UInt8], at index: Int) -> Bool {
        index + text.count <= end && text.indices.allSatisfy { bytes[index + $0] == text[$0] }
    }

    /// Returns whether a literal found at an index contains a percent-encoded byte that does not need encoding.
    func isEscaped(_ text: [UInt8], at index: Int) -> Bool {
        guard let escapes else { return false }
        return text.indices.contains { escapes[index + $0] && PercentCoding.isUnreserved(text[$0]) }
    }

    func string(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func segment(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }
}

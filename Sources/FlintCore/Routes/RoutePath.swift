// SPDX-License-Identifier: MIT

import FlintLibc

/// A percent-decoded URL path that is valid only during a call to the closure that receives it.
///
/// A percent-encoded slash is part of a segment and does not end it. One leading and one trailing slash are ignored.
struct RoutePath {
    private let bytes: UnsafePointer<UInt8>
    /// For each byte, whether it was percent-encoded; or `nil` if no byte was.
    private let escapes: UnsafePointer<Bool>?
    let count: Int
    let endsWithSlash: Bool

    /// Decodes a path and passes it to a closure, or returns `nil` if the decoded path is not valid UTF-8 or contains a
    /// zero byte.
    static func with<Result>(_ path: inout Substring, _ body: (RoutePath) -> Result?) -> Result? {
        path.withUTF8 { text in
            // Most paths have no percent sign (0x25) and need no copy.
            guard let start = text.baseAddress, memchr(start, 0x25, text.count) != nil else {
                return with(text, nil, body)
            }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { decoded in
                withUnsafeTemporaryAllocation(of: Bool.self, capacity: text.count) { escapes in
                    guard let count = decode(text, to: decoded, escapes) else { return nil }
                    return with(
                        UnsafeBufferPointer(start: decoded.baseAddress, count: count),
                        escapes.baseAddress.map { UnsafePointer($0) }, body)
                }
            }
        }
    }

    private static func with<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ escapes: UnsafePointer<Bool>?, _ body: (RoutePath) -> Result?
    ) -> Result? {
        guard let start = text.baseAddress else {
            // An empty string may have no address, but a path needs one.
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { nothing in
                nothing.baseAddress.flatMap {
                    body(RoutePath(bytes: UnsafePointer($0), escapes: nil, count: 0, endsWithSlash: false))
                }
            }
        }
        func isSlash(_ index: Int) -> Bool { text[index] == slash && escapes?[index] != true }
        let first = text.count > 0 && isSlash(0) ? 1 : 0
        let endsWithSlash = text.count > first && isSlash(text.count - 1)
        return body(
            RoutePath(
                bytes: start + first, escapes: escapes.map { $0 + first },
                count: text.count - first - (endsWithSlash ? 1 : 0), endsWithSlash: endsWithSlash))
    }

    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, to decoded: UnsafeMutableBufferPointer<UInt8>,
        _ escapes: UnsafeMutableBufferPointer<Bool>
    ) -> Int? {
        var (index, count, isPlain) = (0, 0, true)
        while index < text.count {
            var byte = text[index]
            let escaped = byte == UInt8(ascii: "%") ? PercentCoding.byte(in: text, at: index) : nil
            if let escaped { byte = escaped }
            if byte == 0 { return nil }
            if byte >= 0x80 { isPlain = false }
            decoded[count] = byte
            escapes[count] = escaped != nil
            count += 1
            index += escaped == nil ? 1 : 3
        }
        // ASCII is always valid.
        guard isPlain || PercentCoding.text(decoded[..<count]) != nil else { return nil }
        return count
    }

    private static let slash = UInt8(ascii: "/")

    func end(ofSegmentAt start: Int) -> Int {
        var index = start
        while index < count, bytes[index] != Self.slash || escapes?[index] == true { index += 1 }
        return index
    }

    func containsText(_ text: [UInt8], at index: Int) -> Bool {
        text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress, text.count > 0 else { return true }
            return index + text.count <= count && memcmp(bytes + index, start, text.count) == 0
        }
    }

    /// Returns whether a literal found at an index contains a percent-encoded byte that does not need encoding.
    func isEscaped(_ text: [UInt8], at index: Int) -> Bool {
        guard let escapes else { return false }
        return text.indices.contains { escapes[index + $0] && PercentCoding.isUnreserved(text[$0]) }
    }

    func string(in range: Range<Int>) -> String {
        String(decoding: buffer(range), as: UTF8.self)
    }

    func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    }
}

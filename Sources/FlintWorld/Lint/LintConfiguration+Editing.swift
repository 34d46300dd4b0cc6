// SPDX-License-Identifier: MIT

import FlintFoundation

extension LintConfiguration {
    /// Returns the text of a file without the accepted findings at some indices, and with everything else unchanged.
    ///
    /// The comment lines directly above an entry and a comment at the end of its line are removed with it. The result
    /// is `nil` if the text does not allow the change, for example because it spells the name `accepted` with escape
    /// sequences.
    package func removing(_ indices: some Collection<Int>, from text: String) -> String? {
        let bytes = Array(text.utf8)
        let elements = try? bytes.withUnsafeBufferPointer { bytes in
            try JSONScanner.elements(of: "accepted", in: bytes, limits: .projectFile, format: .json5)
        }
        guard let elements, elements.count == accepted.count else { return nil }
        let editor = ElementEditor(bytes: bytes, elements: elements)
        // The ranges of neighboring entries can overlap.
        var isRemoved = [Bool](repeating: false, count: bytes.count)
        for index in indices { for byte in editor.rangeToRemove(index) { isRemoved[byte] = true } }
        let rest = bytes.indices.filter { !isRemoved[$0] }.map { bytes[$0] }
        // The edited text is returned only if it decodes to the same configuration without the entries.
        var expected = self
        let removed = Set(indices)
        expected.accepted = accepted.indices.filter { !removed.contains($0) }.map { accepted[$0] }
        let edited = try? JSONDecoder().decode(
            LintConfiguration.self, from: Data(rest), within: .projectFile, format: .json5, names: .unique)
        return edited == expected ? String(decoding: rest, as: UTF8.self) : nil
    }
}

private struct ElementEditor {
    let bytes: [UInt8]
    let elements: [Range<Int>]

    /// Returns the range of bytes to remove with an element.
    ///
    /// The range consists of the element's lines or, if they contain other text, of the element and an adjacent comma.
    func rangeToRemove(_ index: Int) -> Range<Int> {
        let element = elements[index]
        let start = skippingSpace(before: element.lowerBound)
        var end = skippingSpace(after: element.upperBound)
        if end < bytes.count, bytes[end] == UInt8(ascii: ",") { end = skippingSpace(after: end + 1) }
        if isLineStart(start), let lineEnd = endOfLine(after: end) {
            return startOfComments(above: start)..<lineEnd
        }
        if index + 1 < elements.count { return element.lowerBound..<elements[index + 1].lowerBound }
        return (index > 0 ? elements[index - 1].upperBound : element.lowerBound)..<end
    }

    private func isLineStart(_ position: Int) -> Bool { position == 0 || bytes[position - 1] == UInt8(ascii: "\n") }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private func skippingSpace(before position: Int) -> Int {
        var position = position
        while position > 0, isSpace(bytes[position - 1]) { position -= 1 }
        return position
    }

    private func skippingSpace(after position: Int) -> Int {
        var position = position
        while position < bytes.count, isSpace(bytes[position]) { position += 1 }
        return position
    }

    private func isComment(at position: Int) -> Bool {
        bytes[position...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
    }

    /// Returns the end of a line that has at most a comment after a position, or `nil` if the line has other text.
    private func endOfLine(after position: Int) -> Int? {
        guard let lineEnd = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return position == lineEnd || isComment(at: position) ? lineEnd + 1 : nil
    }

    private func startOfComments(above start: Int) -> Int {
        var start = start
        while start > 0 {
            let above = bytes[..<(start - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            guard isComment(at: skippingSpace(after: above)) else { break }
            start = above
        }
        return start
    }
}

// SPDX-License-Identifier: MIT

extension String {
    /// The last component of a feature's id, without the suffix "Feature" or "Features".
    ///
    /// Searches compare only this part of an id. The suffix would match almost every feature, and the name of a group
    /// would match every feature below it.
    package var featureStem: String {
        let start = utf8.lastIndex(of: UInt8(ascii: "/")).map(utf8.index(after:)) ?? startIndex
        let last = utf8[start...]
        let suffix = "Feature".utf8
        let singular = last.last == UInt8(ascii: "s") ? last.dropLast() : last
        guard singular.count > suffix.count, singular.suffix(suffix.count).elementsEqual(suffix) else {
            return String(self[start...])
        }
        return String(self[start..<utf8.index(singular.endIndex, offsetBy: -suffix.count)])
    }
}

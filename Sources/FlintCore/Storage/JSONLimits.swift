/// What a JSON document may hold at most, by where it comes from.
///
/// Every place that decodes JSON from outside takes its limits from the table below, so that all of them can be read,
/// and weighed against each other, in one place. They leave room for many times what is found in practice and keep
/// the decoding of a hostile document within a blink.
package struct JSONLimits: Sendable, Hashable {
    /// How many bytes it may have.
    package let bytes: Int
    /// How many values it may have, objects and arrays included.
    package let elements: Int
    /// How many objects and arrays may enclose a value.
    package let depth: Int
    /// How many characters a number may have.
    package let digits: Int
    /// How many combining marks a text may have in a row.
    ///
    /// Comparing and hashing texts sorts them, which takes the square of their number. No language needs more than a
    /// handful, and Unicode's own limit for streams is 30.
    package let marks: Int

    /// Sets limits.
    ///
    /// - Parameters:
    ///   - bytes: How many bytes a document may have.
    ///   - elements: How many values it may have.
    ///   - depth: How many objects and arrays may enclose a value, at most 64.
    ///   - digits: How many characters a number may have.
    ///   - marks: How many combining marks a text may have in a row.
    package init(bytes: Int, elements: Int, depth: Int = 64, digits: Int = 400, marks: Int = 64) {
        self.bytes = bytes
        self.elements = elements
        self.depth = min(depth, 64)
        self.digits = digits
        self.marks = marks
    }

    /// The files an app keeps its state in: toggles, purchases, activities, overrides, devices, answers of flag servers.
    package static let stateFile = JSONLimits(bytes: 64 << 20, elements: 4_000_000)
    /// A line of a journal's file.
    package static let journalLine = JSONLimits(bytes: 1 << 20, elements: 10_000)
    /// A StoreKit configuration file, as Xcode saves it.
    package static let storeKitFile = JSONLimits(bytes: 4 << 20, elements: 50_000)
    /// A podcast's feed.
    package static let feed = JSONLimits(bytes: 32 << 20, elements: 2_000_000)
    /// A file of settings.
    package static let settingsFile = JSONLimits(bytes: 1_000_000, elements: 50_000)
    /// The answer of a flag server; an app may lower or raise the number of bytes.
    package static func flagAnswer(bytes: Int) -> JSONLimits { JSONLimits(bytes: bytes, elements: 400_000) }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Names a file for every day: `podcasts-2026-02-03.log`, and `podcasts-2026-02-03.2.log` when that is full.
public struct TimestampLogFileNamingStrategy: LogFileNamingStrategy {
    private let prefix: String
    private let now: @Sendable () -> Date

    /// Creates a strategy.
    ///
    /// - Parameter namePrefix: What every name begins with.
    public init(namePrefix: String) {
        self.init(namePrefix: namePrefix, now: { Date() })
    }

    /// Creates a strategy with a clock of its own.
    init(namePrefix: String, now: @escaping @Sendable () -> Date) {
        prefix = namePrefix + "-"
        self.now = now
    }

    /// The name for today.
    public func next() -> String {
        prefix + DatePattern.day.string(from: now()) + ".log"
    }

    /// Whether a name is the prefix, a day, possibly a number, and the extension.
    public func recognises(_ fileName: String) -> Bool {
        guard fileName.hasPrefix(prefix), fileName.hasSuffix(".log") else { return false }
        let parts = fileName.dropFirst(prefix.count).dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
        guard let day = parts.first, parts.count <= 2, Self.hasShape(of: "dddd-dd-dd", day) else { return false }
        return parts.count == 1 || !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether a text has digits where a pattern has a `d`, and the pattern's characters elsewhere.
    private static func hasShape(of pattern: String, _ text: Substring) -> Bool {
        text.utf8.count == pattern.utf8.count
            && zip(text.utf8, pattern.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == wanted
            }
    }
}

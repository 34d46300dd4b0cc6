/// A version of an operating system, compared number by number.
///
/// ```swift
/// PlatformVersion("10.13.4")! > PlatformVersion(major: 10, minor: 9)   // true: 13 is more than 9
/// ```
public struct PlatformVersion: Sendable, Hashable {
    /// The first number.
    public var major: Int
    /// The second number.
    public var minor: Int
    /// The third number.
    public var patch: Int

    /// Creates a version from its numbers.
    ///
    /// - Parameters:
    ///   - major: The first number, 0 or more.
    ///   - minor: The second number, 0 or more.
    ///   - patch: The third number, 0 or more.
    public init(major: Int, minor: Int = 0, patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Creates a version from one to three numbers separated by dots; the missing ones are 0.
    ///
    /// - Parameter text: Such as `17`, `17.2` or `10.13.4`. Anything else gives `nil`: empty parts as in `10..1`,
    ///   a fourth part, signs, spaces, or a number too large for an `Int`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var numbers = [0, 0, 0]
        for (index, part) in parts.enumerated() {
            guard let number = Self.number(part) else { return nil }
            numbers[index] = number
        }
        self.init(major: numbers[0], minor: numbers[1], patch: numbers[2])
    }

    /// The number written in plain decimal digits, which excludes the signs that `Int` would take.
    private static func number(_ part: some StringProtocol) -> Int? {
        guard !part.isEmpty, part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(part)
    }
}

extension PlatformVersion: Comparable {
    /// Whether one version is older: the first number that differs decides.
    public static func < (lhs: PlatformVersion, rhs: PlatformVersion) -> Bool {
        (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
}

extension PlatformVersion: ExpressibleByIntegerLiteral {
    /// Creates the version that a major number stands for, such as 11 for 11.0.
    public init(integerLiteral value: UInt) {
        self.init(major: Int(clamping: value))
    }
}

extension PlatformVersion: CustomStringConvertible {
    /// The version as people write it, such as `17.2`; a third number only if it is not 0.
    public var description: String {
        patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }
}

extension PlatformVersion: Codable {
    /// Decodes a version from its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let version = PlatformVersion(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: MalformedPlatformVersion(text: text).description)
        }
        self = version
    }

    /// Encodes the version as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A text that should be the version of an operating system and is not.
package struct MalformedPlatformVersion: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text as it was given.
    package let text: String

    /// Creates the error for a text.
    package init(text: String) {
        self.text = text
    }

    /// What is wrong and what to write instead.
    package var description: String {
        "\"\(text)\" is not a version; write one to three numbers separated by dots, such as 17, 17.2 or 10.13.4."
    }
}

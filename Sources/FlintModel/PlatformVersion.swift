// SPDX-License-Identifier: MIT

/// A version of an operating system.
///
/// Versions are compared number by number. A version is encoded as its ``description``.
///
/// ```swift
/// PlatformVersion("10.13.4")! > PlatformVersion(major: 10, minor: 9)   // true, because 13 is greater than 9
/// ```
public struct PlatformVersion: Sendable, Hashable {
    /// The major version, such as 10 in 10.13.4.
    public var major: Int
    /// The minor version, such as 13 in 10.13.4.
    public var minor: Int
    /// The patch version, such as 4 in 10.13.4.
    public var patch: Int

    /// Creates a version from its numbers.
    ///
    /// - Parameters:
    ///   - major: The first number, at least 0.
    ///   - minor: The second number, at least 0.
    ///   - patch: The third number, at least 0.
    public init(major: Int, minor: Int = 0, patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Creates a version from text, or returns `nil` if the text is malformed.
    ///
    /// Missing numbers are 0. The text must not contain empty parts, as in `10..1`, or a fourth part, a sign, a space,
    /// or a number too large for an `Int`.
    ///
    /// - Parameter text: One to three numbers separated by periods, such as `17`, `17.2`, or `10.13.4`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        var numbers = [0, 0, 0]
        for (index, part) in parts.enumerated() {
            guard let number = Int(digits: part) else { return nil }
            numbers[index] = number
        }
        self.init(major: numbers[0], minor: numbers[1], patch: numbers[2])
    }
}

extension Int {
    init?(digits: some StringProtocol) {
        // The standard initializer would also accept a sign.
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        self.init(digits)
    }
}

extension PlatformVersion: Comparable {
    /// Returns whether the first version is older than the second.
    ///
    /// The first number that differs decides.
    public static func < (lhs: PlatformVersion, rhs: PlatformVersion) -> Bool {
        (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
}

extension PlatformVersion: ExpressibleByIntegerLiteral {
    /// Creates a version from a major version number, such as 11 for 11.0.
    public init(integerLiteral value: UInt) {
        self.init(major: Int(clamping: value))
    }
}

extension PlatformVersion: CustomStringConvertible {
    /// The version as text, such as `17.2`.
    ///
    /// The third number is included only if it is not 0.
    public var description: String {
        patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }
}

extension PlatformVersion: Codable {
    /// Decodes a version from a string such as `17.2`.
    ///
    /// - Throws: `DecodingError` if the string is malformed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let version = PlatformVersion(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: MalformedPlatformVersion(text: text).description)
        }
        self = version
    }

    /// Encodes the version as a string such as `17.2`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

package struct MalformedPlatformVersion: Error, Sendable, Hashable, CustomStringConvertible {
    package let text: String

    package init(text: String) {
        self.text = text
    }

    package var description: String {
        "\"\(text.excerpt)\" is not a version; write one to three numbers separated by dots, such as 17, 17.2 or 10.13.4."
    }
}

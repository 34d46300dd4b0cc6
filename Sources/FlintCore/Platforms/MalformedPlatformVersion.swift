/// A text that should be the version of an operating system and is not.
public struct MalformedPlatformVersion: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text as it was given.
    public let text: String

    /// Creates the error for a text.
    public init(text: String) {
        self.text = text
    }

    /// What is wrong and what to write instead.
    public var description: String {
        "\"\(text)\" is not a version; write one to three numbers separated by dots, such as 17, 17.2 or 10.13.4."
    }
}

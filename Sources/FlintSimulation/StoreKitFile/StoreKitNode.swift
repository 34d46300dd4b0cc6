// SPDX-License-Identifier: MIT

import FlintCore

/// A JSON value in a StoreKit configuration file, together with its path for error messages.
///
/// Most accessors return `nil` or an empty list for a missing or `null` value, and throw for a value of the wrong type.
/// The exceptions are ``number()`` and ``flag()``, which return `nil` for a wrong type, and ``requireObject()`` and
/// ``requiredText()``, which also throw for a missing value.
struct StoreKitNode {
    let value: JSONValue?
    /// The path in the file, such as `products[2].productID`.
    let place: String
    let file: String

    /// Returns the value for a key, where a `null` value counts as missing.
    subscript(key: String) -> StoreKitNode {
        var found: JSONValue?
        if case .object(let members)? = value, let member = members[key] { found = member }
        if case .null? = found { found = nil }
        return StoreKitNode(value: found, place: place.isEmpty ? key : "\(place).\(key)", file: file)
    }

    func readElements() throws(StoreKitConfigurationError) -> [StoreKitNode] {
        switch value {
        case nil: return []
        case .array(let values)?:
            return values.enumerated().map { index, value in
                StoreKitNode(value: value, place: "\(place)[\(index)]", file: file)
            }
        case .object?, .string?, .integer?, .number?, .bool?, .null?: throw error("This is not a list.")
        }
    }

    func requireObject() throws(StoreKitConfigurationError) {
        guard case .object? = value else { throw error("This is not an object.") }
    }

    /// Returns the text on a single line of at most 500 characters, or `nil` if it is missing or blank.
    func singleLineText() throws(StoreKitConfigurationError) -> String? {
        switch value {
        case nil: return nil
        case .string(let text)?:
            let trimmed = Self.singleLine(text, limit: 500)
            return trimmed.isEmpty ? nil : trimmed
        case .object?, .array?, .integer?, .number?, .bool?, .null?: throw error("This is not a string.")
        }
    }

    func requiredText() throws(StoreKitConfigurationError) -> String {
        guard let text = try singleLineText() else { throw error("This is missing or empty. Provide a string.") }
        return text
    }

    /// Returns the number, which may be written as a string, or `nil` for any other value.
    func number() -> Double? {
        switch value {
        case .integer(let number)?: Double(number)
        case .number(let number)?: number
        case .string(let text)?: Double(text)
        case nil, .object?, .array?, .bool?, .null?: nil
        }
    }

    var keys: [String] {
        if case .object(let members)? = value { members.keys.sorted() } else { [] }
    }

    var elements: [StoreKitNode] {
        do throws(StoreKitConfigurationError) { return try readElements() } catch { return [] }
    }

    /// The value on a line for messages, without the contents of objects and lists.
    var excerpt: String {
        switch value {
        case .integer(let number)?: "\(number)"
        case .number(let number)?: Int(exactly: number).map(String.init) ?? "\(number)"
        case .string(let text)?: Self.singleLine(text, limit: 500).excerpt
        case .bool(let flag)?: "\(flag)"
        case .object?: "{}"
        case .array?: "[]"
        case .null?, nil: "null"
        }
    }

    static func singleLine(_ text: String, limit: Int) -> String {
        // Text from a file ends up in messages and on screens.
        let line = text.unicodeScalars.prefix(limit).map {
            $0.properties.generalCategory == .control ? " " : String($0)
        }
        return line.joined().split(separator: " ").joined(separator: " ")
    }

    func flag() -> Bool? {
        if case .bool(let flag)? = value { flag } else { nil }
    }

    func error(_ problem: String) -> StoreKitConfigurationError {
        StoreKitConfigurationError(file: file, place: place, problem: problem)
    }
}

// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// A JSON value in a StoreKit configuration file, together with its path for error messages.
///
/// Most accessors return `nil` or an empty list for a missing or `null` value, and throw for a value of the wrong type.
/// The exceptions are ``number()`` and ``flag()``, which return `nil` for a wrong type, and ``requireObject()`` and
/// ``requiredText()``, which also throw for a missing value.
struct StoreKitNode {
    indirect enum Value: Decodable {
        case object([String: Value])
        case list([Value])
        case text(String)
        case number(Double)
        case flag(Bool)
        case null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let list = try? container.decode([Value].self) {
                self = .list(list)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }
    }

    let value: Value?
    /// The path in the file, such as `products[2].productID`.
    let place: String
    let file: String

    /// Returns the value for a key, where a `null` value counts as missing.
    subscript(key: String) -> StoreKitNode {
        var found: Value?
        if case .object(let members)? = value, let member = members[key] { found = member }
        if case .null? = found { found = nil }
        return StoreKitNode(value: found, place: place.isEmpty ? key : "\(place).\(key)", file: file)
    }

    func readElements() throws(StoreKitConfigurationError) -> [StoreKitNode] {
        switch value {
        case nil: return []
        case .list(let values)?:
            return values.enumerated().map { index, value in
                StoreKitNode(value: value, place: "\(place)[\(index)]", file: file)
            }
        case .object?, .text?, .number?, .flag?, .null?: throw error("This is not a list.")
        }
    }

    func requireObject() throws(StoreKitConfigurationError) {
        guard case .object? = value else { throw error("This is not an object.") }
    }

    /// Returns the text on a single line of at most 500 characters, or `nil` if it is missing or blank.
    func singleLineText() throws(StoreKitConfigurationError) -> String? {
        switch value {
        case nil: return nil
        case .text(let text)?:
            let trimmed = Self.singleLine(text, limit: 500)
            return trimmed.isEmpty ? nil : trimmed
        case .object?, .list?, .number?, .flag?, .null?: throw error("This is not a string.")
        }
    }

    func requiredText() throws(StoreKitConfigurationError) -> String {
        guard let text = try singleLineText() else { throw error("This is missing or empty. Provide a string.") }
        return text
    }

    /// Returns the number, which may be written as a string, or `nil` for any other value.
    func number() -> Double? {
        switch value {
        case .number(let number)?: number
        case .text(let text)?: Double(text)
        case nil, .object?, .list?, .flag?, .null?: nil
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
        case .number(let number)?: Int(exactly: number).map(String.init) ?? "\(number)"
        case .text(let text)?: Self.singleLine(text, limit: 500).excerpt
        case .flag(let flag)?: "\(flag)"
        case .object?: "{}"
        case .list?: "[]"
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
        if case .flag(let flag)? = value { flag } else { nil }
    }

    func error(_ problem: String) -> StoreKitConfigurationError {
        StoreKitConfigurationError(file: file, place: place, problem: problem)
    }
}

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value in a StoreKit configuration file with its path, for errors.
struct StoreKitNode {
    /// A value of any JSON.
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

    /// The value; `nil` if it is not there.
    let value: Value?
    /// Its path in the file, such as `products[2].productID`.
    let place: String
    let file: String

    /// The value for a key of an object; a `null` counts as nothing.
    subscript(key: String) -> StoreKitNode {
        var found: Value?
        if case .object(let members)? = value, let member = members[key] { found = member }
        if case .null? = found { found = nil }
        return StoreKitNode(value: found, place: place.isEmpty ? key : "\(place).\(key)", file: file)
    }

    /// The elements of a list, none if it is not there.
    func list() throws(StoreKitConfigurationError) -> [StoreKitNode] {
        switch value {
        case nil: return []
        case .list(let values)?:
            return values.enumerated().map { index, value in
                StoreKitNode(value: value, place: "\(place)[\(index)]", file: file)
            }
        default: throw error("This is no list.")
        }
    }

    /// Makes sure that this is an object.
    func requireObject() throws(StoreKitConfigurationError) {
        guard case .object? = value else { throw error("This is no object.") }
    }

    /// The text, in one line of a length that can be shown; `nil` if there is none or it is blank.
    func text() throws(StoreKitConfigurationError) -> String? {
        switch value {
        case nil: return nil
        case .text(let text)?:
            let line = text.unicodeScalars.prefix(500).map {
                $0.properties.generalCategory == .control ? " " : String($0)
            }
            let trimmed = line.joined().split(separator: " ").joined(separator: " ")
            return trimmed.isEmpty ? nil : trimmed
        default: throw error("This is no text.")
        }
    }

    /// The text, which must be there.
    func requiredText() throws(StoreKitConfigurationError) -> String {
        guard let text = try text() else { throw error("This is missing or empty. Give it a text.") }
        return text
    }

    /// The number, also if it is written as a text; `nil` if there is none.
    func number() -> Double? {
        switch value {
        case .number(let number)?: number
        case .text(let text)?: Double(text)
        default: nil
        }
    }

    /// The flag; `nil` if there is none.
    func flag() -> Bool? {
        if case .flag(let flag)? = value { flag } else { nil }
    }

    /// Returns an error about this value.
    func error(_ problem: String) -> StoreKitConfigurationError {
        StoreKitConfigurationError(file: file, place: place, problem: problem)
    }
}

// SPDX-License-Identifier: MIT

import FlintFoundation

/// A value in an activity's dictionary.
///
/// In JSON, strings, integers, Booleans, arrays, and dictionaries are encoded directly. Any other value is an object
/// whose key specifies the type:
///
/// - `{ "$number" : 0.5 }`
/// - `{ "$date" : 768153600 }`, in seconds since 2001
/// - `{ "$url" : "https://example.com" }`
/// - `{ "$data" : "AQI=" }`, in Base64
/// - `{ "$dictionary" : { "$url" : "a" } }`, for a dictionary that has one of these keys
package enum ActivityValue: Sendable, Hashable, Codable {
    case text(String)
    case integer(Int)
    case number(Double)
    case truth(Bool)
    case date(Date)
    case url(URL)
    case data(Data)
    case list([ActivityValue])
    case dictionary([String: ActivityValue])

    package init?(_ value: Any) {
        switch value {
        case let value as ActivityValue: self = value
        case let value as String: self = .text(value)
        // On Apple platforms, a Boolean can also be cast to a number, so it comes first.
        case let value as Bool: self = .truth(value)
        case let value as Int: self = .integer(value)
        case let value as Double: self = .number(value)
        case let value as Date: self = .date(value)
        case let value as URL: self = .url(value)
        case let value as Data: self = .data(value)
        case let values as [Any]:
            let known = values.compactMap { ActivityValue($0) }
            guard known.count == values.count else { return nil }
            self = .list(known)
        case let values as [AnyHashable: Any]:
            guard let known = try? Self.values(values) else { return nil }
            self = .dictionary(known)
        default: return nil
        }
    }

    static func values(_ values: [AnyHashable: Any]) throws(ActivityError) -> [String: ActivityValue] {
        var known: [String: ActivityValue] = [:]
        for (key, value) in values {
            guard let name = key.base as? String, let value = ActivityValue(value) else {
                throw .unsupportedValue(key: "\(key.base)")
            }
            known[name] = value
        }
        return known
    }

    static func supportedValues(_ values: [AnyHashable: Any]) -> [String: ActivityValue] {
        var known: [String: ActivityValue] = [:]
        for (key, value) in values {
            if let name = key.base as? String { known[name] = ActivityValue(value) }
        }
        return known
    }

    package var value: Any {
        switch self {
        case .text(let value): value
        case .integer(let value): value
        case .number(let value): value
        case .truth(let value): value
        case .date(let value): value
        case .url(let value): value
        case .data(let value): value
        case .list(let values): values.map(\.value)
        case .dictionary(let values): values.mapValues(\.value)
        }
    }

    private enum Key: String, CodingKey {
        case number = "$number"
        case date = "$date"
        case url = "$url"
        case data = "$data"
        case dictionary = "$dictionary"
    }

    package init(from decoder: any Decoder) throws {
        // An ordinary dictionary with one of these keys is encoded under `$dictionary`, so the key identifies the type.
        if let container = try? decoder.container(keyedBy: Key.self), let key = container.allKeys.first {
            switch key {
            case .number: self = .number(try container.decode(Double.self, forKey: key))
            case .date:
                let seconds = try container.decode(Double.self, forKey: key)
                self = .date(Date(timeIntervalSinceReferenceDate: seconds))
            case .url:
                let text = try container.decode(String.self, forKey: key)
                guard let url = URL(string: text) else {
                    throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "invalid URL")
                }
                self = .url(url)
            case .data: self = .data(try container.decode(Data.self, forKey: key))
            case .dictionary:
                self = .dictionary(try container.decode([String: ActivityValue].self, forKey: key))
            }
            return
        }
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .truth(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let values = try? container.decode([ActivityValue].self) {
            self = .list(values)
        } else {
            self = .dictionary(try container.decode([String: ActivityValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let value): try encode(value, to: encoder)
        case .integer(let value): try encode(value, to: encoder)
        case .truth(let value): try encode(value, to: encoder)
        case .list(let values): try encode(values, to: encoder)
        case .dictionary(let values):
            if values.keys.contains(where: { Key(rawValue: $0) != nil }) {
                try encode(values, under: .dictionary, to: encoder)
            } else {
                try encode(values, to: encoder)
            }
        case .number(let value): try encode(value, under: .number, to: encoder)
        case .date(let value): try encode(value.timeIntervalSinceReferenceDate, under: .date, to: encoder)
        case .url(let value): try encode(value.absoluteString, under: .url, to: encoder)
        case .data(let value): try encode(value, under: .data, to: encoder)
        }
    }

    private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    private func encode(_ value: some Encodable, under key: Key, to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: key)
    }
}

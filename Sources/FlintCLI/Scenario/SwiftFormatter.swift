// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

enum SwiftFormatter {
    static func literal(_ values: [String: String]) -> String {
        let pairs = values.sorted { $0.key < $1.key }.map { pair in
            [pair.key, pair.value].map(TextFormat.swift.escaped).joined(separator: ": ")
        }
        return "[\(pairs.joined(separator: ", "))]"
    }

    /// Returns a Swift identifier for a product's name, such as `premiumSubscription` for "Premium subscription".
    static func identifier(for text: String, avoiding taken: Set<String>) -> String {
        let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        var name = words.enumerated().map { index, word in
            let first = word.prefix(1)
            return (index == 0 ? first.lowercased() : first.uppercased()) + word.dropFirst()
        }.joined()
        if name.first?.isLetter != true { name = "product" + name }
        var unique = name
        var number = 2
        // An exported test uses the name "app" itself.
        while unique == "app" || taken.contains(unique) || keywords.contains(unique) {
            unique = name + String(number)
            number += 1
        }
        return unique
    }

    static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    static func isTypeName(_ text: String) -> Bool {
        guard let first = text.first, first.isUppercase else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Returns a type's name and its module, or `nil` for a private or local type.
    static func type(_ reflected: String) -> (name: String, module: String)? {
        guard let dot = reflected.firstIndex(of: ".") else { return nil }
        let name = String(reflected[reflected.index(after: dot)...])
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) else {
            return nil
        }
        return (name, String(reflected[..<dot]))
    }

    static func permission(_ permission: SystemPermissionConstraint) -> String {
        let irregular = [
            "contacts": ".contacts(entity: .contacts)", "face-id": ".faceID",
            "location-always": ".location(usage: .always)", "location-when-in-use": ".location(usage: .whenInUse)",
        ]
        return irregular[permission.name] ?? member(permission.name)
    }

    /// Returns a platform and its version as arguments, such as `.iOS, 18`, or `nil` if the text is malformed.
    static func platform(_ text: String) -> String? {
        guard let current = CurrentPlatform(text) else { return nil }
        let version = current.version
        let numbers = [("major", version.major), ("minor", version.minor), ("patch", version.patch)]
        let count = version.patch > 0 ? 3 : version.minor > 0 ? 2 : 1
        let arguments = numbers.prefix(count).map { "\($0.0): \($0.1)" }.joined(separator: ", ")
        return ".\(current.platform.rawValue), \(count == 1 ? "\(version.major)" : "PlatformVersion(\(arguments))")"
    }

    /// Returns the enum case for a value in JSON output, such as `.notDetermined` for "not-determined".
    static func member(_ value: String) -> String {
        let words = value.split(separator: "-")
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return "." + (words.first.map(String.init) ?? "") + rest.joined()
    }

    static func productType(_ kind: ProductSnapshot.Kind) -> String {
        switch kind {
        case .nonConsumable: "NonConsumableProduct"
        case .consumable: "ConsumableProduct"
        case .autoRenewingSubscription: "AutoRenewingSubscriptionProduct"
        case .nonRenewingSubscription: "NonRenewingSubscriptionProduct"
        }
    }
}

// SPDX-License-Identifier: MIT

/// A persona as one line of text that can be sent in a message and used wherever a persona is named.
///
/// The text consists of facts with their values, such as
/// `purchase:podcasts.premium=purchased,permission:camera=denied,platform=iOS%2017.2`. Characters other than letters,
/// digits, and `-._~/+` are percent-encoded, so that the text needs no quotation marks in a shell.
extension Persona {
    package static let sharedName = "shared"
    private static let sharedLimit = 16_384

    package var sharedText: String {
        var facts: [(kind: String, key: String?, value: String)] = []
        func add<Value: RawRepresentable<String>>(_ kind: FactKind, _ values: [String: Value]?) {
            facts += (values ?? [:]).sorted { $0.key < $1.key }.map { (kind.rawValue, $0.key, $0.value.rawValue) }
        }
        if let platform { facts.append((FactKind.platform.rawValue, nil, platform)) }
        add(.purchase, purchases)
        add(.permission, permissions)
        add(.userSetting, userSettings)
        add(.runtimeSwitch, runtimeSwitches)
        add(.flag, flags)
        for (name, value) in (self.facts ?? [:]).sorted(by: { $0.key < $1.key }) {
            // The kind precedes the key, unless it is `fact`.
            let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
            facts.append(
                parts.count == 2 ? (parts[0], parts[1], value) : (FactKind.fact.rawValue, name, value))
        }
        return facts.map { kind, key, value in
            let name = [kind, key].compactMap(\.self).map(\.percentEncoded).joined(separator: ":")
            return "\(name)=\(value.percentEncoded)"
        }.joined(separator: ",")
    }

    /// Reads a persona from text, or returns `nil` if the text does not have the form of ``sharedText``.
    ///
    /// Whether an app has the facts is checked when the persona is used, as for a persona file.
    package init?(shared text: String) {
        guard text.contains("="), text.utf8.count <= Self.sharedLimit else { return nil }
        self.init(name: Self.sharedName)
        // Empty parts are kept, so that they make the text malformed.
        for fact in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = fact.split(separator: "=", omittingEmptySubsequences: false)
            let names = sides[0].split(separator: ":", omittingEmptySubsequences: false)
            guard sides.count == 2, let value = sides[1].percentDecoded, let kind = names[0].percentDecoded,
                names.count <= 2, let key = names.last?.percentDecoded,
                set(FactKind(rawValue: kind), names.count == 2 ? key : nil, to: value)
            else { return nil }
        }
    }

    /// Sets the value of a fact, or returns `false` if facts of the kind cannot have the key or the value.
    @discardableResult
    mutating func set(_ kind: FactKind, _ key: String?, to value: String) -> Bool {
        func set<Value: RawRepresentable<String>>(_ values: inout [String: Value]?) -> Bool {
            guard let key, !key.isEmpty, let new = Value(rawValue: value) else { return false }
            values = (values ?? [:]).merging([key: new]) { $1 }
            return true
        }
        if kind == .platform {
            guard key == nil else { return false }
            platform = value
            return true
        }
        if kind == .purchase { return set(&purchases) }
        if kind == .permission { return set(&permissions) }
        if kind == .userSetting { return set(&userSettings) }
        if kind == .runtimeSwitch { return set(&runtimeSwitches) }
        if kind == .flag { return set(&flags) }
        guard let key, !key.isEmpty, !kind.rawValue.isEmpty else { return false }
        facts = (facts ?? [:]).merging([kind == .fact ? key : "\(kind.rawValue) \(key)": value]) { $1 }
        return true
    }
}

extension World {
    package func decidingPersona(of feature: String) -> Persona {
        var persona = Persona(name: Persona.sharedName)
        for key in decidingFacts(of: feature).facts {
            persona.set(key, to: facts[key]?.effective ?? key.unreportedValue)
        }
        return persona
    }
}

extension String {
    fileprivate var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "+"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

extension Substring {
    fileprivate var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

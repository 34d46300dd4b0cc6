// SPDX-License-Identifier: MIT

import FlintFoundation

/// The texts of refusals in several languages, by key.
///
/// The framework's own catalog has English and German. An app's String Catalog can add languages, replace texts, and
/// translate the names of features, products, and facts as well as the sentences of remedies. The key of such a name or
/// sentence is its English text:
///
/// ```swift
/// let catalog = try RefusalCatalog(stringCatalog: text)
/// Flint.setup(AppFeatures.self) { $0.refusalCatalog = catalog }
/// ```
public struct RefusalCatalog: Sendable, Hashable {
    private var texts: [String: [String: String]]

    /// The framework's own texts, in English and German.
    public static let standard: RefusalCatalog = {
        // A test compares the text with the translators' file, so it is well-formed.
        (try? RefusalCatalog(stringCatalog: standardRefusalStrings)) ?? RefusalCatalog(texts: [:])
    }()

    private init(texts: [String: [String: String]]) {
        self.texts = texts
    }

    /// Reads a String Catalog.
    ///
    /// Texts that vary by number or device are omitted, because refusals do not use them.
    ///
    /// - Parameter stringCatalog: The content of a file with the extension `xcstrings`.
    /// - Throws: ``RefusalCatalogError`` if the text is not a String Catalog.
    public init(stringCatalog: String) throws(RefusalCatalogError) {
        let file: StringCatalogFile
        do {
            file = try JSONDecoder().decode(
                StringCatalogFile.self, from: Data(stringCatalog.utf8), within: .stringCatalog)
        } catch {
            throw .malformed("\(error)".excerpt)
        }
        self.init(
            texts: file.strings.mapValues { entry in
                (entry.localizations ?? [:]).compactMapValues { $0.stringUnit?.value }
            })
    }

    /// The languages for which the catalog has any text, in alphabetical order.
    public var languages: [String] { Set(texts.values.joined().map(\.key)).sorted() }

    /// Returns a catalog with the texts of another catalog added.
    ///
    /// The added texts take precedence.
    public func adding(_ other: RefusalCatalog) -> RefusalCatalog {
        RefusalCatalog(texts: texts.merging(other.texts) { $0.merging($1) { $1 } })
    }

    /// Returns the text for a key in a language.
    ///
    /// - Parameters:
    ///   - key: The key of the text.
    ///   - language: The language, such as `de` or `de-AT`, in any case, with hyphens or underscores.
    /// - Returns: The text in the language or, if it is missing, in the language without its region; otherwise `nil`.
    public func text(of key: String, in language: String) -> String? {
        guard let known = texts[key] else { return nil }
        var tag = Substring(
            language.lowercased().map { $0 == "_" ? "-" : $0 }.prefix { $0 != "@" && $0 != "." }.map { $0 })
        while !tag.isEmpty {
            if let text = known.first(where: { $0.key.lowercased() == tag })?.value { return text }
            guard let hyphen = tag.lastIndex(of: "-") else { return nil }
            tag = tag[..<hyphen]
        }
        return nil
    }
}

/// The reason that a String Catalog cannot be read.
public enum RefusalCatalogError: Error, Sendable, Hashable {
    /// The text is not a String Catalog; the value describes the problem.
    case malformed(String)
}

private struct StringCatalogFile: Decodable {
    struct Entry: Decodable {
        let localizations: [String: Localization]?
    }

    struct Localization: Decodable {
        let stringUnit: Unit?
    }

    struct Unit: Decodable {
        let value: String
    }

    let strings: [String: Entry]
}

struct RefusalText {
    enum Key: String, CaseIterable {
        case title = "refusal.title"
        case undeterminedTitle = "refusal.title.undetermined"
        case sentence = "refusal.sentence"
        case undeterminedSentence = "refusal.sentence.undetermined"
        case nobody = "refusal.sentence.nobody"
        case declined = "refusal.sentence.declined"
        case pair = "refusal.list.pair"
        case comma = "refusal.list.comma"
        case buy = "refusal.step.buy"
        case allow = "refusal.step.allow"
        case openSettings = "refusal.step.open-settings"
        case update = "refusal.step.update"
        case turnOn = "refusal.step.turn-on"
        case askOperator = "refusal.step.contact.operator"
        case askDeveloper = "refusal.step.contact.developer"
        case wait = "refusal.step.wait"
        case setting = "refusal.name.setting"
        case runtimeSwitch = "refusal.name.switch"
        case notSold = "refusal.reason.not-sold"
        case restricted = "refusal.reason.restricted"
        case unsupported = "refusal.reason.unsupported"
        case otherPlatform = "refusal.reason.platform"
    }

    let language: String
    private let catalog: RefusalCatalog

    init(_ language: String, _ catalog: RefusalCatalog) {
        self.catalog = catalog
        self.language = catalog.text(of: Key.title.rawValue, in: language) == nil ? "en" : language
    }

    func callAsFunction(_ key: Key, _ arguments: String...) -> String {
        let format = catalog.text(of: key.rawValue, in: language) ?? catalog.text(of: key.rawValue, in: "en") ?? "%1$@"
        return Self.fill(format, with: arguments.map(name))
    }

    func name(_ text: String) -> String {
        // A refusal promises text without control characters, and a name can come from a flag server or a translation.
        String(
            String.UnicodeScalarView((catalog.text(of: text, in: language) ?? text).unicodeScalars.filter(Self.isSafe)))
    }

    func joined(_ items: [String]) -> String {
        var seen: Set<String> = []
        let items = items.filter { seen.insert($0).inserted }
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        let start = items.dropLast().dropFirst().reduce(items[0]) { self(.comma, $0, $1) }
        return self(.pair, start, last)
    }

    private static func fill(_ format: String, with arguments: [String]) -> String {
        // The format is read in one pass, so that a placeholder within an argument is not replaced.
        var result = ""
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            let placeholder = rest.prefix(4)
            if placeholder.hasSuffix("$@"), let number = placeholder.dropFirst().first?.wholeNumberValue,
                arguments.indices.contains(number - 1)
            {
                result += arguments[number - 1]
                rest = rest.dropFirst(4)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Marks, embeddings, overrides, and isolates change the direction of the text. The separators break the line.
        case 0x200E, 0x200F, 0x061C, 0x2028...0x202E, 0x2066...0x2069: false
        default: scalar.properties.generalCategory != .control
        }
    }
}

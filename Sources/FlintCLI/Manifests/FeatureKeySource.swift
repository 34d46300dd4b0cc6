// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// Swift source code with the keys and the default values of the flags in a manifest.
///
/// The keys of a manifest are untrusted: they may contain quotation marks, line breaks, or keywords. A key's Swift name
/// consists of the key's letters and digits, and its string literal is escaped.
struct FeatureKeySource {
    enum Style {
        case constants
        case enumeration
    }

    private struct Name {
        let text: String
        let flag: FlagManifest.Flag
        let isOn: Bool

        var declared: String { SwiftFormatter.keywords.contains(text) ? "`\(text)`" : text }
    }

    /// The flags that are not Boolean; the source omits them.
    let skipped: [FlagManifest.Flag]
    private let names: [Name]
    private let file: String
    private let typeName: String
    private let style: Style
    private let isPublic: Bool

    /// Derives Swift names from a manifest's keys.
    ///
    /// A key without letters and digits is an error, and so are two keys with the same name. The first line and
    /// messages contain the file's name. `typeName` is the type for the default values or for the cases of an
    /// enumeration.
    init(
        _ manifest: FlagManifest, file: String, typeName: String, style: Style, isPublic: Bool
    ) throws(CommandLineError) {
        (self.file, self.typeName, self.style, self.isPublic) = (file, typeName, style, isPublic)
        var skipped: [FlagManifest.Flag] = []
        var names: [Name] = []
        var keys: [String: String] = [:]
        for flag in manifest.flags {
            guard case .boolean(let isOn) = flag.value else {
                skipped.append(flag)
                continue
            }
            let key = CommandOutput.excerpt(flag.key)
            let remedy = "Rename it in \(CommandOutput.excerpt(file))."
            guard let name = Self.name(of: flag.key) else {
                throw .unusableFile("The key \"\(key)\" has no letters or digits for a Swift name. \(remedy)")
            }
            if let other = keys.updateValue(flag.key, forKey: name) {
                throw .unusableFile(
                    "The keys \"\(CommandOutput.excerpt(other))\" and \"\(key)\" have the same Swift name, "
                        + "\(CommandOutput.excerpt(name)). Rename one of them in \(CommandOutput.excerpt(file)).")
            }
            names.append(Name(text: name, flag: flag, isOn: isOn))
        }
        (self.skipped, self.names) = (skipped, names)
    }

    // MARK: Names

    /// The names of members that the source or the language declares.
    private static let takenNames: Set<String> = ["allCases", "defaults", "init", "self"]

    /// Returns the Swift name of a key, such as `sleepTimer` for "sleep-timer".
    ///
    /// The result is `nil` if the key has no letters and digits.
    static func name(of key: String) -> String? {
        let isUppercase = key == key.uppercased()
        var words = key.unicodeScalars.split { !isPartOfName($0) }.map { String(String.UnicodeScalarView($0)) }
        // In an entirely uppercase key, such as `SLEEP_TIMER`, capitals do not mark the beginnings of words.
        if isUppercase { words = words.map { $0.lowercased() } }
        guard let first = words.first else { return nil }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        // Lowercasing or uppercasing a letter can result in several scalars.
        let text = ([lowercasedStart(of: first)] + rest).joined().unicodeScalars.filter(isPartOfName)
        guard let start = text.first else { return nil }
        // A Swift name cannot begin with a digit.
        let name = (start.properties.isXIDStart ? "" : "_") + String(String.UnicodeScalarView(text))
        return takenNames.contains(name) ? name + "Flag" : name
    }

    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            scalar.properties.isXIDContinue && !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    /// Returns a word whose first letter, or leading abbreviation, is lowercase: `urlScheme` for "URLScheme".
    private static func lowercasedStart(of word: String) -> String {
        let capitals = word.prefix(while: \.isUppercase)
        guard capitals.count > 1, capitals.count < word.count else {
            return (capitals.isEmpty ? word.prefix(1) : capitals).lowercased() + word.dropFirst(max(1, capitals.count))
        }
        // The last capital of an abbreviation begins the next word, as in "URLScheme".
        let isFollowedByLetter = word.dropFirst(capitals.count).first?.isLetter == true
        let count = isFollowedByLetter ? capitals.count - 1 : capitals.count
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    // MARK: Text

    var code: String {
        let name = TextFormat.lineComment.escaped(PathComponents(file).name)
        var lines = [
            "// swift-format-ignore-file", "// Generated from \(name) by \"flint manifest keys\".", "",
            "\(access)import FlintCore", "",
        ]
        switch style {
        case .constants:
            lines.append("extension FeatureKey {")
            for name in names {
                lines += comment(name.flag)
                lines.append("    \(access)static let \(name.declared): FeatureKey = \(literal(name.flag.key))")
            }
            lines += ["}", "", "/// The app's feature flags.", "\(access)enum \(typeName) {"]
        case .enumeration:
            let conformances = names.isEmpty ? "" : ": String, CaseIterable, Sendable"
            lines += ["/// The app's feature flags.", "\(access)enum \(typeName)\(conformances) {"]
            for name in names {
                lines += comment(name.flag)
                lines.append("    case \(name.declared) = \(literal(name.flag.key))")
            }
            if !names.isEmpty { lines.append("") }
        }
        lines.append("    /// The default values, for a `ReleaseFeatureFlagProvider`.")
        lines.append("    \(access)static let defaults: [FeatureKey: Bool] = [\(names.isEmpty ? ":]" : "")")
        lines += names.map { "        \(reference(to: $0)): \($0.isOn)," }
        if !names.isEmpty { lines.append("    ]") }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private var access: String { isPublic ? "public " : "" }

    private func reference(to name: Name) -> String {
        switch style {
        case .constants: ".\(name.declared)"
        case .enumeration: "FeatureKey(\(typeName).\(name.declared))"
        }
    }

    private func comment(_ flag: FlagManifest.Flag) -> [String] {
        let text = TextFormat.lineComment.escaped(flag.description ?? "").split(separator: " ").joined(separator: " ")
        return text.isEmpty ? [] : ["    /// \(text)"]
    }

    private func literal(_ text: String) -> String { TextFormat.swift.escaped(text) }
}

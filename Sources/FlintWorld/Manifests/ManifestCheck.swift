// SPDX-License-Identifier: MIT

/// A comparison of a manifest with the needs of an app's features.
///
/// ```swift
/// let check = ManifestCheck(.flags(manifest), for: ManifestNeeds(of: inspector.world(of: nil)))
/// for finding in check.findings where finding.status == .missing { print(finding.key) }
/// ```
package struct ManifestCheck: Sendable {
    package enum Content: Sendable {
        case propertyList(PropertyListManifest)
        /// The products of a StoreKit configuration file, by identifier.
        case storeKit([String: ProductSnapshot.Kind])
        case flags(FlagManifest)
    }

    package enum Status: String, Encodable, Sendable, Hashable {
        case missing
        case unneeded
        /// A feature needs the entry, and whether the manifest has it depends on build settings.
        case unknown
    }

    package struct Finding: Encodable, Sendable, Hashable {
        package let status: Status
        package let kind: ManifestNeeds.Kind
        package let key: String
        @NullWhenAbsent package var title: String?
        /// A sentence without a period about an entry that cannot be used, or whose presence is unknown.
        @NullWhenAbsent package var problem: String?
        package let features: [NamedFeature]
    }

    package private(set) var findings: [Finding] = []
    /// The kinds of entries that were not compared, because the app's needs are unknown.
    package private(set) var unchecked: [ManifestNeeds.Kind] = []

    package init(_ content: Content, for needs: ManifestNeeds) {
        switch content {
        case .propertyList(let list): check(list, for: needs)
        case .storeKit(let products): check(products, for: needs)
        case .flags(let manifest): check(manifest, for: needs)
        }
    }

    package func count(of status: Status) -> Int { findings.count { $0.status == status } }

    // MARK: Property lists

    private mutating func check(_ list: PropertyListManifest, for needs: ManifestNeeds) {
        for entry in needs.entries(of: .purposeString) {
            guard let text = list.purposes[entry.key] else {
                addFinding(for: entry)
                continue
            }
            if text.allSatisfy(\.isWhitespace) { addFinding(for: entry, "The text is empty") }
        }
        let needed = Set(needs.entries(of: .purposeString).map(\.key)).union(needs.optionalKeys)
        for key in list.purposes.keys.sorted() where !needed.contains(key) {
            let permissions = SystemPermissionConstraint.allCases
            let permission =
                permissions.first { $0.usageDescriptionKeys.contains(key) }
                ?? permissions.first { $0.optionalUsageDescriptionKeys.contains(key) }
            addUnneeded(.purposeString, key, title: permission?.description)
        }
        guard needs.knowsEntryPoints else {
            unchecked = [.activityType, .urlScheme]
            return
        }
        check(list.activityTypes.map(ManifestText.init), .activityType, for: needs)
        check(list.urlSchemes.map { ManifestText($0).lowercased }, .urlScheme, for: needs)
    }

    private mutating func check(_ texts: [ManifestText], _ kind: ManifestNeeds.Kind, for needs: ManifestNeeds) {
        let entries = needs.entries(of: kind)
        let needed = Set(entries.map(\.key))
        let literals = Set(texts.filter(\.isLiteral).map(\.text))
        let patterns = texts.filter { !$0.isLiteral && !$0.isUnknown }
        let unknown = texts.filter(\.isUnknown).map(\.text)
        for entry in entries where !literals.contains(entry.key) {
            if patterns.contains(where: { $0.matches(entry.key) }) { continue }
            if unknown.isEmpty {
                addFinding(for: entry)
            } else {
                addFinding(
                    for: entry, "It can be the value of \(Array(unknown.prefix(3)).listed(with: "or"))",
                    status: .unknown)
            }
        }
        if kind == .urlScheme, needs.acceptsAnyScheme { return }
        for text in texts where !text.isUnknown {
            let isNeeded = text.isLiteral ? needed.contains(text.text) : entries.contains { text.matches($0.key) }
            if !isNeeded { addUnneeded(kind, text.text) }
        }
    }

    // MARK: Products and flags

    private mutating func check(_ products: [String: ProductSnapshot.Kind], for needs: ManifestNeeds) {
        let kinds = Dictionary(
            needs.products.map { ($0.productID, $0.type) }, uniquingKeysWith: { first, _ in first })
        for entry in needs.entries(of: .product) {
            guard let kind = products[entry.key] else {
                addFinding(for: entry)
                continue
            }
            if let expected = kinds[entry.key], kind != expected {
                addFinding(for: entry, "The file has the type \(kind.rawValue), and the app \(expected.rawValue)")
            }
        }
        for key in products.keys.sorted() where kinds[key] == nil { addUnneeded(.product, key) }
    }

    private mutating func check(_ manifest: FlagManifest, for needs: ManifestNeeds) {
        let flags = Dictionary(manifest.flags.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        let entries = needs.entries(of: .flag)
        for entry in entries {
            switch flags[entry.key] {
            case nil: addFinding(for: entry)
            case .other(let type)?:
                addFinding(for: entry, "The file has the type \(type.rawValue), but features require Boolean flags")
            case .boolean?: break
            }
        }
        let needed = Set(entries.map(\.key))
        for flag in manifest.flags where !needed.contains(flag.key) { addUnneeded(.flag, flag.key) }
    }

    // MARK: Findings

    private mutating func addFinding(
        for entry: ManifestNeeds.Entry, _ problem: String? = nil, status: Status = .missing
    ) {
        findings.append(
            Finding(
                status: status, kind: entry.kind, key: entry.key, title: entry.title, problem: problem,
                features: entry.features))
    }

    private mutating func addUnneeded(_ kind: ManifestNeeds.Kind, _ key: String, title: String? = nil) {
        findings.append(
            Finding(status: .unneeded, kind: kind, key: key, title: title, problem: nil, features: []))
    }
}

/// A string in a property list that may contain build settings, such as `$(PRODUCT_BUNDLE_IDENTIFIER).spotting`.
///
/// Xcode replaces build settings when it builds the app, so their values are unknown in a source file.
struct ManifestText {
    private(set) var text: String
    private var parts: [String]

    /// The text with its literal parts in lowercase.
    ///
    /// The names of build settings keep their case.
    var lowercased: ManifestText {
        var text = self
        text.parts = parts.map { $0.lowercased() }
        if isLiteral { text.text = self.text.lowercased() }
        return text
    }

    init(_ text: String) {
        self.text = text
        var parts: [String] = []
        var literal = ""
        var rest = text[...]
        // If a bracket is not closed, later ones of its kind are not closed either. Hostile input is therefore
        // searched only once for each kind.
        var unclosed: Set<Character> = []
        while let first = rest.first {
            if first == "$", let bracket = rest.dropFirst().first, bracket == "(" || bracket == "{",
                !unclosed.contains(bracket)
            {
                if let end = rest.firstIndex(of: bracket == "(" ? ")" : "}") {
                    parts.append(literal)
                    literal = ""
                    rest = rest[rest.index(after: end)...]
                    continue
                }
                unclosed.insert(bracket)
            }
            literal.append(first)
            rest = rest.dropFirst()
        }
        self.parts = parts + [literal]
    }

    var isLiteral: Bool { parts.count == 1 }

    var isUnknown: Bool { !isLiteral && parts.allSatisfy(\.isEmpty) }

    /// Returns whether the string can be equal to another one once its build settings are replaced.
    ///
    /// A string that consists only of build settings matches no other string.
    func matches(_ other: String) -> Bool { !isUnknown && WildcardPattern(literals: parts).matches(other) }
}

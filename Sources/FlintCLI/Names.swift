import InspectorKit

/// Finds what people mean by the names they type.
enum Names {
    /// The feature that is meant.
    static func feature(_ text: String, in snapshot: Snapshot) throws(CommandLineError) -> FeatureSnapshot {
        try NameResolver(
            kind: "feature",
            candidates: snapshot.features.map { feature in
                let short = feature.typeName.split(separator: ".").last.map(String.init) ?? feature.typeName
                return .init(element: feature, names: [feature.id, feature.typeName, short], title: feature.name)
            }
        ).resolve(text)
    }

    /// The action of a feature that is meant.
    static func action(_ text: String, of feature: FeatureSnapshot) throws(CommandLineError) -> ActionSnapshot {
        guard !feature.actions.isEmpty else { throw .usage("\(feature.name) has no actions.") }
        return try NameResolver(
            kind: "action of \(feature.name)",
            candidates: feature.actions.map { .init(element: $0, names: [$0.id], title: $0.name) }
        ).resolve(text)
    }

    /// The product that is meant.
    static func product(_ text: String, in snapshot: Snapshot) throws(CommandLineError) -> ProductSnapshot {
        try NameResolver(
            kind: "product",
            candidates: snapshot.products.map { .init(element: $0, names: [$0.productID], title: $0.name) }
        ).resolve(text)
    }

    /// The permission that is meant.
    static func permission(_ text: String, in snapshot: Snapshot) throws(CommandLineError) -> PermissionSnapshot {
        // A part that fits several permissions means the one the app needs, if it needs only one of them.
        let needed = snapshot.permissions.filter { $0.isRequired && $0.permission.hasPrefix(text.lowercased()) }
        if needed.count == 1, !text.isEmpty { return needed[0] }
        return try NameResolver(
            kind: "permission",
            candidates: snapshot.permissions.map { .init(element: $0, names: [$0.permission], title: $0.title) }
        ).resolve(text)
    }

    /// The feature flag that is meant.
    static func flag(_ text: String, in snapshot: Snapshot) throws(CommandLineError) -> FlagSnapshot {
        try NameResolver(
            kind: "flag", candidates: snapshot.flags.map { .init(element: $0, names: [$0.key], title: $0.key) }
        ).resolve(text)
    }

    /// The value that is meant, or `nil` for "none".
    static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String, of type: Value.Type, called kind: String
    ) throws(CommandLineError) -> Value? {
        text == "none" ? nil : try word(text, of: type, called: kind, besides: ["none"])
    }

    /// The word that is meant, which may be a beginning that fits only one.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - type: The words.
    ///   - kind: What they are called in a complaint.
    ///   - others: Further words to name in it.
    /// - Returns: The word.
    /// - Throws: ``CommandLineError/usage(_:)`` with the right words.
    static func word<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String, of type: Value.Type, called kind: String, besides others: [String] = []
    ) throws(CommandLineError) -> Value {
        if let value = Value(rawValue: text) { return value }
        let matches = Value.allCases.filter { $0.rawValue.hasPrefix(text) }
        if matches.count == 1, !text.isEmpty, let match = matches.first { return match }
        let words = Value.allCases.map(\.rawValue) + others
        throw .usage(
            "\"\(CommandOutput.quotable(text))\" is no \(kind). "
                + "Write \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "").")
    }
}

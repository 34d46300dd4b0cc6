// SPDX-License-Identifier: MIT

import FlintFoundation

extension ConditionalFeatureDefinition {
    /// The reason that the feature is not available, worded for the user, or `nil` if the feature is available.
    ///
    /// The texts are in the user's language. Facts whose sources do not announce changes are reread first. Finding the
    /// steps requires a search, so read this property only to show a refusal, and use ``isAvailable`` otherwise. The
    /// property can be read from any thread. Reading it before setup ends the process.
    ///
    /// ```swift
    /// if let refusal = SmartPlaylistsFeature.refusal { show(refusal.title, refusal.sentence) }
    /// ```
    public static var refusal: Refusal? { refusal(in: UserLanguage.current) }

    /// Returns the reason that the feature is not available, worded for the user, or `nil` if the feature is available.
    ///
    /// - Parameter language: The language of the texts, such as `de` or `de-AT`. If the catalog has no texts in this
    ///   language, the texts are in English.
    /// - Returns: The refusal.
    public static func refusal(in language: String) -> Refusal? {
        FlintRuntime.current.refusal(of: self, in: language)
    }
}

extension ConditionalActionBinding where FeatureType: ConditionalFeature {
    /// Requests the action, and throws a reason to show to the user if the request is denied.
    ///
    /// ```swift
    /// do throws(Refusal) {
    ///     try SmartPlaylistsFeature.create.requestOrRefusal().perform(withInput: name)
    /// } catch {
    ///     show(error.title, error.sentence)
    /// }
    /// ```
    ///
    /// The method can be called from any thread.
    ///
    /// - Parameter language: The language of the texts, or `nil` for the user's language.
    /// - Returns: A binding that can be performed.
    /// - Throws: The ``/FlintModel/Refusal``. Its code is `declined` if the feature is available and denies the request
    ///   itself.
    public func requestOrRefusal(
        in language: String? = nil
    ) throws(Refusal) -> VerifiedActionBinding<FeatureType, ActionType> {
        if let request = request() { return request }
        let language = language ?? UserLanguage.current
        throw FeatureType.refusal(in: language)
            ?? FlintRuntime.current.refusal(declinedBy: FeatureType.self, in: language)
    }
}

extension FlintRuntime {
    func refusal(of feature: FeatureDefinition.Type, in language: String) -> Refusal? {
        requireSetUp(for: feature)
        if let inputs = catalog.metadata(for: feature)?.inputs() { readUnannouncedFacts(of: inputs) }
        return knownRefusal(of: feature, in: language)
    }

    /// Returns the reason that a feature is not available according to the current facts, even before setup.
    ///
    /// The method reads no source, so views can call it after every change.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - language: The language of the texts, or `nil` for the user's language.
    /// - Returns: The refusal, or `nil` if the feature is available.
    package func knownRefusal(of feature: FeatureDefinition.Type, in language: String? = nil) -> Refusal? {
        let language = language ?? UserLanguage.current
        guard let builder = catalog.metadata(for: feature).flatMap({ explanationBuilder(of: $0) }) else {
            return refusal(declinedBy: feature, in: language)
        }
        return builder.refusal(in: language, from: refusalCatalog)
    }

    func refusal(declinedBy feature: FeatureDefinition.Type, in language: String) -> Refusal {
        .declined(by: feature.name, in: language, from: refusalCatalog)
    }

    var refusalCatalog: RefusalCatalog {
        dependencies.refusalCatalog.map(RefusalCatalog.standard.adding) ?? .standard
    }
}

enum UserLanguage {
    static var current: String {
        #if canImport(Darwin)
            Locale.preferredLanguages.first ?? "en"
        #else
            Locale.current.identifier
        #endif
    }
}

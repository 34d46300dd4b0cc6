#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

extension FlintRuntime {
    /// What the runtime knows of its app in place of what the process does; `nil` if nothing.
    package var ownAppInfo: AppInfo? {
        get { entrances.withLock { $0.appInfo } }
        set { entrances.withLock { $0.appInfo = newValue } }
    }

    /// The action a URL leads to.
    ///
    /// - Throws: Why it leads to none.
    func destination(of url: URL) throws(PerformIncomingURLAction.URLActionError) -> ExternalDestination {
        guard let incoming = IncomingURL(url) else { throw .invalidURL }
        guard accepts(incoming.scope) else { throw .noURLMappingFound }
        guard let match = routes.match(path: incoming.path, scope: incoming.scope) else {
            throw incoming.isPathText ? .noURLMappingFound : .invalidURL
        }
        guard let query = incoming.queryParameters else { throw .invalidURL }
        // The values of the pattern win over those of the query.
        let parameters = query.merging(match.parameters) { $1 }
        return ExternalDestination(
            input: .url(parameters, match.route.mapping(in: match.scope)), route: match.route,
            perform: match.route.perform)
    }

    /// The feature and the action a URL leads to, or `nil` if it leads to none.
    package func target(of url: URL) -> (feature: FeatureMetadata, action: ActionMetadata)? {
        requireSetUp()
        guard let route = bind({ try? destination(of: url) })?.route,
            let feature = catalog.metadata(for: route.feature),
            let action = feature.actions.first(where: { $0.id == route.actionID })
        else { return nil }
        return (feature, action)
    }

    /// The patterns of the URLs that lead to an action, in order of declaration.
    package func urlMappings(of action: ActionMetadata, in feature: FeatureMetadata) -> [String] {
        routes.routes(to: ActionKey(feature.feature, action.typeIdentifier)).map(\.pattern.text)
    }

    /// Whether the app takes URLs of a scope.
    private func accepts(_ scope: RouteScope) -> Bool {
        bind {
            switch scope {
            case .app(let scheme): FlintAppInfo.urlSchemes.contains { $0.lowercased() == scheme }
            case .universal(let domain): FlintAppInfo.associatedDomains.contains { $0.lowercased() == domain }
            case .appAny, .universalAny: false
            }
        }
    }

    /// Asks a feature for its URLs.
    func declareURLs(of metadata: FeatureMetadata) {
        guard let builder = metadata.feature.makeURLMappings() else { return }
        for advisory in builder.advisories { advise(of: .malformedRoute, advisory, in: metadata) }
        for advisory in routes.add(builder.routes) { advise(of: .ambiguousRoute, advisory, in: metadata) }
    }

    /// Makes links for the first of the app's schemes and domains, unless it has set another.
    var linkCreator: LinkCreator {
        get {
            entrances.withLock { $0.linkCreator }
                ?? bind {
                    LinkCreator(scheme: FlintAppInfo.urlSchemes.first, domain: FlintAppInfo.associatedDomains.first)
                }
        }
        set { entrances.withLock { $0.linkCreator = newValue } }
    }
}

/// What decides how a runtime may be entered from outside: by URLs and by activities.
struct ExternalEntryPoints: Sendable {
    /// What the app has set in place of the default maker of links.
    var linkCreator: LinkCreator?
    /// What the runtime knows of its app in place of what the process does.
    var appInfo: AppInfo?
    /// Publishes activities, from when the first action that has them is registered.
    var activityObservation: ActionDispatchObservation?
}

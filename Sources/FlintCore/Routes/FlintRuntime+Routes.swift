// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

extension FlintRuntime {
    /// The app info of this runtime, or `nil` if the process's app info applies.
    package var appInfoOverride: AppInfo? {
        get { entrances.withLock { $0.appInfo } }
        set { entrances.withLock { $0.appInfo = newValue } }
    }

    func destination(of url: URL) throws(PerformIncomingURLAction.URLActionError) -> ExternalDestination {
        guard let incoming = IncomingURL(url) else { throw .invalidURL }
        guard accepts(incoming.scope) else { throw .noURLMappingFound }
        guard let match = routes.match(path: incoming.path, scope: incoming.scope) else {
            throw incoming.isPathValidText ? .noURLMappingFound : .invalidURL
        }
        guard let query = incoming.queryParameters else { throw .invalidURL }
        // The values from the path take precedence over the values from the query.
        let parameters = query.merging(match.parameters) { $1 }
        return ExternalDestination(
            input: .url(parameters, match.route.mapping(in: match.scope)), route: match.route,
            perform: match.route.perform)
    }

    package func target(of url: URL) -> (feature: FeatureMetadata, action: ActionMetadata)? {
        requireSetUp()
        guard let route = bind({ try? destination(of: url) })?.route,
            let feature = catalog.metadata(for: route.feature),
            let action = feature.actions.first(where: { $0.id == route.actionID })
        else { return nil }
        return (feature, action)
    }

    package func urlMappings(of action: ActionMetadata, in feature: FeatureMetadata) -> [String] {
        routes.routes(to: ActionKey(feature.feature, action.typeIdentifier)).map(\.pattern.text)
    }

    package func appRouteScopes(of feature: FeatureMetadata) -> [RouteScope] {
        feature.actions.flatMap { routes.routes(to: ActionKey(feature.feature, $0.typeIdentifier)) }
            .flatMap(\.scopes).filter(\.isApp)
    }

    private func accepts(_ scope: RouteScope) -> Bool {
        bind {
            switch scope {
            case .app(let scheme): FlintAppInfo.urlSchemes.contains { $0.lowercased() == scheme }
            case .universal(let domain): FlintAppInfo.associatedDomains.contains { $0.lowercased() == domain }
            case .appAny, .universalAny: false
            }
        }
    }

    func declareURLs(of metadata: FeatureMetadata) {
        guard let builder = metadata.feature.makeURLMappings() else { return }
        for advisory in builder.advisories { advise(of: .malformedRoute, advisory, in: metadata) }
        for advisory in routes.add(builder.routes) { advise(of: .ambiguousRoute, advisory, in: metadata) }
    }

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

struct ExternalEntryPoints: Sendable {
    var linkCreator: LinkCreator?
    var appInfo: AppInfo?
    var activityObservation: ActionDispatchObservation?
}

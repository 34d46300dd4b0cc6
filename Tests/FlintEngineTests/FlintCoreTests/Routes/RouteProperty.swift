import FlintLocks

@testable import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The invariants of patterns, matching, and performing by URL for arbitrary text, checked by the fuzzer and the tests.
///
/// The input consists of lines: a URL, a value from which links are created, and patterns. Only the first six patterns
/// are used.
final class RouteProperty {
    private let runtime = FlintRuntime()

    init() {
        var info = AppInfo()
        info.urlSchemes = ["atlas"]
        info.associatedDomains = ["atlas.example"]
        runtime.appInfoOverride = info
        runtime.setUp(World.self)
    }

    /// Checks the invariants for an input.
    ///
    /// - Parameter input: The lines.
    /// - Returns: A description of the violated invariant, or `nil`.
    func problem(with input: [UInt8]) -> String? {
        let lines = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let value = lines.count > 1 ? lines[1] : ""
        var patterns: [RoutePattern] = []
        for text in lines.dropFirst(2).prefix(6) {
            do throws(RoutePatternError) {
                let pattern = try RoutePattern(text)
                if let problem = Self.problem(with: pattern) { return problem }
                if let problem = Self.problem(withLinksOf: pattern, value) { return problem }
                patterns.append(pattern)
            } catch {
                if !error.description.utf8.contains(text.utf8) { return "an error does not name the pattern" }
            }
        }
        if let problem = problem(withLinkTo: value) { return problem }
        guard let url = URL(string: lines[0]) else { return nil }
        return Self.problem(with: url, among: patterns) ?? problem(withOpening: url)
    }

    // MARK: Patterns

    /// Checks that a printed pattern parses as the same pattern.
    private static func problem(with pattern: RoutePattern) -> String? {
        guard let again = try? RoutePattern(text(of: pattern)) else { return "a printed pattern is malformed" }
        guard again.components == pattern.components, again.isOpenEnded == pattern.isOpenEnded,
            again.ranks == pattern.ranks, again.parameterNames == pattern.parameterNames
        else { return "a printed pattern is another one" }
        return nil
    }

    private static func text(of pattern: RoutePattern) -> String {
        let parts = pattern.components.map { component in
            switch component {
            case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
            case .wild(let wildcards):
                let texts = wildcards.separators + [wildcards.suffix]
                let rest = zip(wildcards.names, texts).map { name, text in
                    (name.map { "$(\($0))" } ?? "*") + String(decoding: text, as: UTF8.self)
                }
                return String(decoding: wildcards.prefix, as: UTF8.self) + rest.joined()
            }
        }
        return (parts + (pattern.isOpenEnded ? ["**"] : [])).joined(separator: "/")
    }

    /// Checks that a path created from values yields these values.
    private static func problem(withLinksOf pattern: RoutePattern, _ value: String) -> String? {
        guard pattern.isValidForLinks, !value.isEmpty, !value.utf8.contains(0),
            !pattern.text.utf8.contains(0)
        else { return nil }
        let names = pattern.parameterNames
        let parameters = Dictionary(
            uniqueKeysWithValues: names.enumerated().map {
                ($1, $0.isMultiple(of: 2) ? value : value + "\($0)" + value)
            })
        guard let path = pattern.path(with: parameters) else { return "no link is made from complete values" }
        let link = path.joined(separator: "/")
        guard link.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return "a link is not encoded: \(link)" }
        guard let match = table([pattern]).match(path: link[...], scope: .app(scheme: "atlas")) else {
            return "the pattern does not match its own link \(link)"
        }
        return match.parameters == parameters ? nil : "the link \(link) has the values \(match.parameters)"
    }

    // MARK: Matching

    /// Checks that a URL leads to the closest of the patterns that match it individually, and that no parameter has
    /// more text than the URL.
    private static func problem(with url: URL, among patterns: [RoutePattern]) -> String? {
        guard let incoming = IncomingURL(url) else { return nil }
        let size = url.absoluteString.utf8.count
        if let query = incoming.queryParameters {
            if query.contains(where: { $0.key.isEmpty }) { return "a parameter has no name" }
            let text = query.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            if text > size { return "the query has more text than the URL" }
        }
        func match(_ patterns: [RoutePattern]) -> RouteTable.Match? {
            table(patterns).match(path: incoming.path, scope: incoming.scope)
        }
        var best: RoutePattern?
        for pattern in patterns where match([pattern]) != nil {
            if best.map({ $0.ranks.lexicographicallyPrecedes(pattern.ranks) }) ?? true { best = pattern }
        }
        let found = match(patterns)
        if found?.route.pattern.text != best?.text {
            return "\(found?.route.pattern.text ?? "nothing") is found, and \(best?.text ?? "nothing") is the closest"
        }
        guard let found else { return nil }
        if Set(found.parameters.keys) != Set(found.route.pattern.parameterNames) { return "a parameter has no value" }
        if found.parameters.contains(where: { $0.value.isEmpty }) { return "a parameter is empty" }
        let text = found.parameters.reduce(0) { $0 + $1.value.utf8.count }
        return text > size ? "the parameters have more text than the URL" : nil
    }

    private static func table(_ patterns: [RoutePattern]) -> RouteTable {
        let builder = URLMappingsBuilder(featureName: "Atlas")
        for pattern in patterns { builder.send(pattern.text, to: Atlas.show) }
        let table = RouteTable()
        _ = table.add(builder.routes)
        return table
    }

    // MARK: Performing

    /// Checks that opening an arbitrary URL completes exactly once.
    private func problem(withOpening url: URL) -> String? {
        let pages = Pages()
        let answers = Protected<[MappedActionResult]>([])
        _ = runtime.bind { Flint.open(url: url, with: pages) { result in answers.withLock { $0.append(result) } } }
        let results = answers.withLock { $0 }
        if results.count != 1 { return "\(results.count) results are given" }
        let isPerformed = if case .success = results[0] { true } else { false }
        return isPerformed == (pages.shown.count == 1) ? nil : "\(results[0]) for \(pages.shown.count) actions"
    }

    /// Checks that a link to an action opens the action with the same values, including the values of the query.
    private func problem(withLinkTo value: String) -> String? {
        guard !value.isEmpty, !value.utf8.contains(0) else { return nil }
        let place = Place(values: ["name": value, "in " + value: value, "empty": ""])
        for isApp in [true, false] {
            let link = runtime.bind {
                isApp
                    ? Flint.linkCreator.appLink(to: Atlas.show, with: place)
                    : Flint.linkCreator.universalLink(to: Atlas.show, with: place)
            }
            guard let link else { return "no link is made" }
            let pages = Pages()
            _ = runtime.bind { Flint.open(url: link, with: pages) { _ in } }
            if pages.shown != [place] { return "the link \(link) leads to \(pages.shown)" }
        }
        return nil
    }
}

private struct Place: FlintLoggable, RouteParametersCodable, Hashable {
    var values: RouteParameters

    init(values: RouteParameters) {
        self.values = values
    }

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let parameters else { return nil }
        values = parameters
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { values }
}

/// A router that presents every action and records the presented places.
private final class Pages: PresentationRouter {
    var shown: [Place] = []

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        (self as? ActionType.PresenterType).map { .appReady(presenter: $0) } ?? .unsupported
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        .unsupported
    }
}

private final class World: FeatureGroup {
    static let description = "The world"
    static var subfeatures: [FeatureDefinition.Type] { [Atlas.self] }
}

private final class Atlas: Feature, URLMapped {
    static let description = "Shows places"
    static let show = action(ShowAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(show) }
    static func urlMappings(routes: URLMappingsBuilder) {
        for pattern in ["show/$(name)", "at/$(hour)h$(minute)", "map/*", "e$(number).html", "all/**"] {
            routes.send(pattern, to: show)
        }
    }
}

private final class ShowAction: UIAction {
    typealias InputType = Place
    typealias PresenterType = Pages

    static func perform(context: ActionContext<Place>, presenter: Pages, completion: Completion) -> Completion.Status {
        presenter.shown.append(context.input)
        return completion.completedSync(.success)
    }
}

import FlintTestSupport
import Foundation

@testable import FlintCore

/// An input of arbitrary named values.
struct Values: FlintLoggable, RouteParametersCodable, Hashable {
    var values: RouteParameters
    /// The mapping from which the values were read.
    var mapping: URLMapping?

    init(_ values: RouteParameters) {
        self.values = values
    }

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let parameters, parameters["refuse"] == nil else { return nil }
        values = parameters
        self.mapping = mapping
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? {
        values["only"].map { $0 == mapping.name } == false ? nil : values
    }
}

final class NoteAction: Action {
    typealias InputType = Values
    typealias PresenterType = NotePad

    static func perform(context: ActionContext<Values>, presenter: NotePad, completion: Completion) -> Completion.Status
    {
        presenter.inputs.append(context.input)
        presenter.sources.append(context.source)
        if context.input.values["later"] != nil {
            let deferred = completion.willCompleteAsync()
            presenter.deferred = deferred
            return deferred
        }
        if context.input.values["fail"] != nil {
            return completion.completedSync(.failure(error: TestError("failed")))
        }
        return completion.completedSync(.success)
    }
}

final class NotePad {
    var inputs: [Values] = []
    var sources: [ActionSource] = []
    /// The deferred status of the last pending action.
    var deferred: NoteAction.Completion.DeferredStatus?

    var last: RouteParameters? { inputs.last?.values }
}

/// A router that presents notes, or returns a result that a test sets.
final class PadRouter: PresentationRouter {
    enum Answer {
        case notes, unsupported, userCancelled, appCancelled, appPerformed
    }

    let notes = NotePad()
    var answer = Answer.notes

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        presenter()
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        presenter()
    }

    private func presenter<PresenterType>() -> PresentationResult<PresenterType> {
        switch answer {
        case .notes: (notes as? PresenterType).map { .appReady(presenter: $0) } ?? .unsupported
        case .unsupported: .unsupported
        case .userCancelled: .userCancelled
        case .appCancelled: .appCancelled
        case .appPerformed: .appPerformed
        }
    }
}

/// A feature that records values and declares no URLs.
final class Notebook: Feature {
    static let description = "Notes values"
    static let note = action(NoteAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(note) }
}

extension Fixture {
    /// Creates the runtime of an app with a scheme and a domain.
    static func app(_ features: FeatureDefinition.Type...) -> Fixture {
        let fixture = Fixture()
        var info = AppInfo()
        info.urlSchemes = ["notes"]
        info.associatedDomains = ["notes.example"]
        info.applicationIdentifier = "org.example.notes"
        fixture.runtime.appInfoOverride = info
        for feature in features { fixture.runtime.register(feature) }
        return fixture
    }

    /// Maps patterns to the action of ``Notebook`` and returns the advisories.
    @discardableResult
    func map(
        _ patterns: String..., in scopes: Set<RouteScope> = [.appAny, .universalAny], name: String? = nil
    ) -> [String] {
        let builder = URLMappingsBuilder(featureName: "Notebook")
        for pattern in patterns { builder.send(pattern, to: Notebook.note, in: scopes, name: name) }
        return builder.advisories + runtime.routes.add(builder.routes)
    }

    /// Returns the pattern that matches a path, and its values.
    func match(_ path: String, scope: RouteScope = .appAny) -> (pattern: String, parameters: RouteParameters)? {
        runtime.routes.match(path: path[...], scope: scope).map { ($0.route.pattern.text, $0.parameters) }
    }

    func open(_ text: String, with router: PadRouter = PadRouter()) -> MappedActionResult? {
        URL(string: text).map { url in run { Flint.open(url: url, with: router) } }
    }
}

extension SplitMix64 {
    /// Returns a random text composed of the given characters.
    mutating func text(of characters: [Character], count: ClosedRange<Int>) -> String {
        String(
            (0..<Int.random(in: count, using: &self)).map { _ in
                characters[Int.random(in: characters.indices, using: &self)]
            })
    }
}

/// A wish to perform an action that is known by name only, with its input as named values.
struct DynamicPerform {
    /// The values the input is made from.
    let parameters: RouteParameters
    /// Finds the presenter.
    let router: (any PresentationRouter)?
    /// Whether a person asked for it.
    let userInitiated: Bool
    /// Called once with what came of it.
    let completion: @Sendable (DynamicPerformResult) -> Void

    /// Why the named values make no input.
    private struct BadInput: Error, CustomStringConvertible {
        let description: String
    }

    /// The wish as one for a certain action.
    func entry<ActionType: Action>(for action: ActionType.Type) -> ExternalActionRequest<ActionType> {
        let (parameters, completion) = (self.parameters, self.completion)
        let name = action.name
        return ExternalActionRequest(
            router: router, userInitiated: userInitiated, source: .application,
            completion: { completion(DynamicPerformResult($0, of: name)) },
            makeInput: { try Self.input(of: action, from: parameters) })
    }

    private static func input<ActionType: Action>(
        of action: ActionType.Type, from parameters: RouteParameters
    ) throws -> ActionType.InputType {
        guard let decodable = ActionType.InputType.self as? RouteParametersDecodable.Type else {
            throw BadInput(description: "The input of \(action.name) cannot be made from text.")
        }
        let fields = decodable.inputFields
        // An input that does not describe its values may know any.
        let isDescribed = !fields.isEmpty || ActionType.InputType.self == NoInput.self
        let known = Set(fields.map(\.name))
        if isDescribed, let stranger = parameters.keys.sorted().first(where: { !known.contains($0) }) {
            let names = fields.map(\.name).joined(separator: ", ")
            let offer = names.isEmpty ? "it takes none" : "it takes \(names)"
            throw BadInput(description: "\(action.name) takes no value called \(stranger); \(offer).")
        }
        guard let input = decodable.init(from: parameters, mapping: .typed) as? ActionType.InputType else {
            let needed = fields.map { "\($0.name) (\($0.description))" }.joined(separator: ", ")
            let advice = needed.isEmpty ? "" : " It needs \(needed)."
            throw BadInput(description: "The input of \(action.name) is missing or wrong.\(advice)")
        }
        return input
    }
}

extension DynamicPerformResult {
    /// What came of performing an action with a name.
    fileprivate init(_ result: ExternalActionResult, of action: String) {
        switch result {
        case .performed(let outcome): self = .performed(outcome)
        case .appPerformed: self = .performed(.success)
        case .unavailable(let explanation): self = .unavailable(explanation)
        case .badInput(let error): self = .refused("\(error)")
        case .noPresenter: self = .refused("Nothing here can present \(action).")
        case .userCancelled: self = .refused("The user did not want to leave the current screen.")
        case .appCancelled: self = .refused("The app did not want to leave the current screen.")
        }
    }
}

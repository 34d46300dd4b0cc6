#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One step on the trail of an ``ActionStack``.
public struct ActionStackEntry: Sendable, CustomDebugStringConvertible {
    /// What a step is.
    public enum Details: Sendable, CustomStringConvertible {
        /// An action was requested; its input is in words, and `nil` if it takes none.
        case action(name: String, source: ActionSource, input: String?)
        /// The use of another feature began.
        case substack(stack: ActionStack)

        /// The step in words.
        public var description: String {
            switch self {
            case .action(let name, _, let input): input.map { "\(name) (\($0))" } ?? name
            case .substack(let stack): "\(stack.metadata.name), stack #\(stack.id)"
            }
        }
    }

    /// What the entry is made from; names are made when somebody reads them.
    enum Content: Sendable {
        case action(ActionRecord)
        case substack(ActionStack)
    }

    /// When it was requested.
    public let startDate: Date
    /// What it is about.
    let content: Content

    /// What the step is.
    public var details: Details {
        switch content {
        case .action(let record): record.step
        case .substack(let stack): .substack(stack: stack)
        }
    }

    /// The seconds since it was requested.
    public var timeIntervalSinceStart: TimeInterval { Date().timeIntervalSince(startDate) }

    /// Whether a person asked for it.
    public var userInitiated: Bool {
        switch content {
        case .action(let record): record.userInitiated
        case .substack(let stack): stack.userInitiated
        }
    }

    /// The feature it belongs to.
    public var feature: FeatureDefinition.Type {
        switch content {
        case .action(let record): record.action.feature.feature
        case .substack(let stack): stack.feature
        }
    }

    /// The name of the session.
    public var sessionName: String {
        switch content {
        case .action(let record): record.sessionName
        case .substack(let stack): stack.sessionName
        }
    }

    /// The step in words.
    public var debugDescription: String { "\(startDate.formatted(.iso8601)): \(details)" }
}

extension ActionRecord {
    /// The request as a step of an action stack.
    var step: ActionStackEntry.Details {
        .action(name: actionName, source: source, input: inputDescription)
    }
}

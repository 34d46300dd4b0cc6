// SPDX-License-Identifier: MIT

extension Command {
    package func title(in model: AppModel) -> String {
        func name(_ feature: String) -> String { model.feature(feature)?.name ?? feature }
        return switch self {
        case .setOverride(let fact, let override?): "Override \(model.title(of: fact)): \(override.value)"
        case .setOverride(let fact, nil): "Remove the override of \(model.title(of: fact))"
        case .removeOverridesOfKind(let kind): "Remove the overrides of all \(kind.pluralTitle)"
        case .removeAllOverrides: "Remove all overrides"
        case .restoreOverrides(let records): "Restore \(records.count.counted("override"))"
        case .setValue(let fact, let value):
            "\(model.title(of: fact)): \(value.flatMap(fact.kind.domain.choice)?.words ?? "default")"
        case .store(let action): action.title { model.products[$0]?.name ?? $0 }
        case .restartApp: "Simulate a restart"
        case .beginSession: "Begin a session"
        case .focus(let feature, let isOn): isOn ? "Focus on \(name(feature))" : "End the focus on \(name(feature))"
        case .perform(let invocation): "Perform \(name(invocation.feature)): \(invocation.action)"
        case .openURL(let url): "Open \(url)"
        case .beginFlow(let feature, _): "Request the permissions of \(name(feature))"
        case .answerFlow: "Answer the permission flow"
        case .setBackgroundWork(let isRunning): "\(isRunning ? "Resume" : "Pause") the background work"
        case .setStore: "Put the store into a state"
        case .restoreDevice(let device): "Restore the \(device.part.rawValue)"
        case .savePersona(let name, _, _), .setPersona(let name, _?): "Save the persona \(name)"
        case .setPersona(let name, nil): "Delete the persona \(name)"
        case .sequence(let commands): commands.map { $0.title(in: model) }.joined(separator: "; ")
        case .undo: "Undo: \(model.status.undo ?? "the last change")"
        case .redo: "Redo: \(model.status.redo ?? "the last undone change")"
        }
    }
}

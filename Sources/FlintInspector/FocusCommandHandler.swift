import FlintCore
import InspectorKit

/// Puts features into focus and takes them out again.
struct FocusCommandHandler {
    private let runtime: FlintRuntime

    /// Creates a handler.
    init(runtime: FlintRuntime) {
        self.runtime = runtime
    }

    /// The ids of the features in focus; none while focusing is turned off.
    var selected: [String] {
        let selection = runtime.focusSelection
        return selection.isActive ? selection.selected.map(\.description) : []
    }

    /// Puts a feature into focus, or takes it out.
    ///
    /// - Parameters:
    ///   - id: The feature's id.
    ///   - isOn: Whether it is to be in focus.
    /// - Returns: What came of it, with the way back.
    /// - Throws: ``CommandError`` if there is no such feature, or if focusing is turned off.
    func setFocus(on id: String, isOn: Bool) throws(CommandError) -> CommandResult {
        let metadata = try runtime.feature(withID: id)
        let selection = runtime.focusSelection
        let wasOn = selection.selected.contains(metadata.path)
        if isOn {
            guard runtime.bind({ FocusFeature.isAvailable }) == true else {
                throw CommandError(
                    "Nothing can be in focus, because the feature \(FocusFeature.name) is off. Turn it on first.")
            }
            selection.focus(metadata.path)
        } else {
            selection.defocus(metadata.path)
        }
        return CommandResult(
            status: .done, message: message(metadata, isOn: isOn, wasOn: wasOn),
            inverse: .focus(feature: id, isOn: wasOn))
    }

    private func message(_ metadata: FeatureMetadata, isOn: Bool, wasOn: Bool) -> String {
        let name = metadata.name
        let others = selected.filter { $0 != metadata.path.description }.count
        switch (isOn, wasOn) {
        case (true, true): return "\(name) was in focus already."
        case (false, false): return "\(name) was not in focus."
        case (true, false):
            return others == 0
                ? "\(name) is in focus: nothing else is recorded, except errors in the log."
                : "\(name) is in focus too."
        case (false, true):
            return others == 0
                ? "\(name) is out of focus: everything is recorded again."
                : "\(name) is out of focus; \(others) other\(others == 1 ? " is" : "s are") still in it."
        }
    }
}

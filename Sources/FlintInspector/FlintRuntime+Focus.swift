// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

extension FlintRuntime {
    /// The IDs of the features in focus, without their descendants, or an empty array if focusing is turned off.
    var focusedFeatureIDs: [String] {
        let selection = focusSelection
        return selection.isActive ? selection.selected.map(\.description) : []
    }

    /// Adds a feature to the focus or removes it from it.
    ///
    /// If any feature is in focus, events and log messages of other features are not recorded, except for errors in the
    /// log.
    func setFocus(on id: String, isOn: Bool) throws(CommandError) -> CommandResult {
        let metadata = try feature(withID: id)
        let selection = focusSelection
        let wasOn = selection.selected.contains(metadata.path)
        if isOn {
            guard bind({ FocusFeature.isAvailable }) == true else {
                throw CommandError(
                    "Features cannot be in focus, because the feature \(FocusFeature.name) is off. Turn it on first.")
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
        let others = focusedFeatureIDs.filter { $0 != metadata.path.description }.count
        switch (isOn, wasOn) {
        case (true, true): return "\(name) was already in focus."
        case (false, false): return "\(name) was not in focus."
        case (true, false):
            return others == 0
                ? "\(name) is in focus: other features are not recorded, except for errors in the log."
                : "\(name) is in focus too."
        case (false, true):
            return others == 0
                ? "\(name) is out of focus: all features are recorded again."
                : "\(name) is out of focus; \(others) other\(others == 1 ? " is" : "s are") still in focus."
        }
    }
}

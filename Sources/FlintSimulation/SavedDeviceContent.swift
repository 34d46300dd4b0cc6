// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// A snapshot of a simulated device's permissions or store, which can be restored later.
///
/// Permissions that were never changed are saved as `nil`. Restoring such a snapshot returns to the program's initial
/// permissions. ``init(text:)`` reads the JSON string in ``text``.
package enum SavedDeviceContent: Codable, Sendable, Equatable {
    case permissions(DeviceContent.Permissions?)
    /// The store and its clock, without the announced events.
    case store(DeviceContent.Store)

    package init(permissionsOf device: SimulatedDevice) {
        self = .permissions(device.permissions.remembered)
    }

    package init(storeOf device: SimulatedDevice) {
        self.init(storeOf: device.store)
    }

    package init(storeOf store: SimulatedStore) {
        self = .store(store.remembered)
    }

    /// Creates a snapshot from its JSON text.
    ///
    /// - Parameter text: The value of another snapshot's ``text``.
    /// - Throws: ``SavedDeviceFailure`` if the text is not a valid snapshot.
    package init(text: String) throws {
        do {
            self = try JSONDecoder().decode(SavedDeviceContent.self, from: Data(text.utf8), within: .stateFile)
        } catch {
            throw SavedDeviceFailure()
        }
    }

    /// The snapshot as JSON on one line with sorted keys.
    ///
    /// Equal permissions produce equal strings.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The state contains only strings, dates, and finite numbers, so encoding cannot fail.
        return (try? encoder.encode(self)).map { TextFormat.printable(json: String(decoding: $0, as: UTF8.self)) }
            ?? "{}"
    }
}

/// An error for text that is not a valid snapshot.
package struct SavedDeviceFailure: Error, CustomStringConvertible {
    package var description: String {
        "The saved state of the simulated device cannot be read; the device is unchanged."
    }
}

extension SimulatedStore {
    /// Restores the store from a snapshot.
    ///
    /// A snapshot of permissions has no effect.
    package func restore(_ saved: SavedDeviceContent) {
        if case .store(let content) = saved { restore(content) }
    }
}

extension SimulatedDevice {
    /// Restores the permissions or the store from a snapshot and announces the changes.
    package func restore(_ saved: SavedDeviceContent) {
        switch saved {
        case .permissions(let content): permissions.restore(content)
        case .store(let content): store.restore(content)
        }
    }

    /// Returns the store in a snapshot, or `nil` for a snapshot of permissions.
    package func simulation(in saved: SavedDeviceContent) -> StoreSimulation? {
        guard case .store(let content) = saved else { return nil }
        return store.content(DeviceContent(permissions: nil, store: content)).simulation
    }

    /// Returns the status of every permission in a snapshot, or an empty dictionary for a snapshot of a store.
    package func statuses(
        in saved: SavedDeviceContent
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        guard case .permissions(let content) = saved else { return [:] }
        return permissions.statuses(in: content)
    }

    /// Returns the permissions in a snapshot after a change in the settings.
    ///
    /// A snapshot of a store is returned unchanged.
    package func setting(
        _ status: SystemPermissionStatus, of permission: SystemPermissionConstraint, in saved: SavedDeviceContent
    ) -> SavedDeviceContent {
        guard case .permissions(let content) = saved else { return saved }
        return .permissions(permissions.permissions(content, setting: status, of: permission))
    }

    /// Returns the permissions in a snapshot after a restart of the app.
    ///
    /// A snapshot of a store is returned unchanged.
    package func restarted(_ saved: SavedDeviceContent) -> SavedDeviceContent {
        guard case .permissions(let content) = saved else { return saved }
        return .permissions(permissions.permissionsAfterRestart(content))
    }
}

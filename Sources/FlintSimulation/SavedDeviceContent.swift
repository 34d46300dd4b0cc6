import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The saved state of a simulated device's permissions or store, for restoring it later.
///
/// Permissions that were never changed are saved as `nil`. Restoring them returns to the program's initial permissions.
/// The JSON form in ``text`` can be read back with ``init(text:)``.
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

    /// Reads a saved state from its JSON text.
    ///
    /// - Parameter text: The value of ``text``.
    /// - Throws: ``SavedDeviceFailure`` if the text is not a saved state.
    package init(text: String) throws {
        do {
            self = try JSONDecoder().decode(SavedDeviceContent.self, from: Data(text.utf8), within: .stateFile)
        } catch {
            throw SavedDeviceFailure()
        }
    }

    /// The state as JSON on one line with sorted keys.
    ///
    /// Equal permissions have equal texts.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The state contains only strings, dates, and finite numbers, so encoding cannot fail.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

/// The error for a text that is not a saved state.
package struct SavedDeviceFailure: Error, CustomStringConvertible {
    package var description: String {
        "The saved state of the simulated device cannot be read; the device is unchanged."
    }
}

extension SimulatedStore {
    /// Restores the store; has no effect if only permissions were saved.
    package func restore(_ saved: SavedDeviceContent) {
        if case .store(let content) = saved { restore(content) }
    }
}

extension SimulatedDevice {
    /// Restores the saved part of the device and announces the changes.
    package func restore(_ saved: SavedDeviceContent) {
        switch saved {
        case .permissions(let content): permissions.restore(content)
        case .store(let content): store.restore(content)
        }
    }

    /// Returns the saved store, or `nil` if only permissions were saved.
    package func simulation(in saved: SavedDeviceContent) -> StoreSimulation? {
        guard case .store(let content) = saved else { return nil }
        return store.content(DeviceContent(permissions: nil, store: content)).simulation
    }

    /// Returns the saved status of every permission; empty if only the store was saved.
    package func statuses(
        in saved: SavedDeviceContent
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        guard case .permissions(let content) = saved else { return [:] }
        return permissions.statuses(in: content)
    }

    /// Returns the saved permissions that were allowed once; empty if only the store was saved.
    package func allowedOnce(in saved: SavedDeviceContent) -> Set<SystemPermissionConstraint> {
        guard case .permissions(let content?) = saved else { return [] }
        return Set(SystemPermissionConstraint.allCases.filter { content.allowedOnce[$0.name] != nil })
    }
}

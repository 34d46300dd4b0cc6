import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A part of a simulated device as it was at one moment, so that it can be made that again.
///
/// Permissions that were never changed are saved as that, and restoring them makes them what they are in the program.
package enum SavedDeviceContent: Codable, Sendable, Equatable {
    /// The permissions, and what was allowed once.
    case permissions(DeviceContent.Permissions?)
    /// The store and its clock, without the events that it has announced.
    case store(DeviceContent.Store)

    /// Saves the permissions of a device.
    package init(permissionsOf device: SimulatedDevice) {
        self = .permissions(device.permissions.remembered)
    }

    /// Saves the store of a device.
    package init(storeOf device: SimulatedDevice) {
        self.init(storeOf: device.store)
    }

    /// Saves a store.
    package init(storeOf store: SimulatedStore) {
        self = .store(store.remembered)
    }

    /// Reads the value from its text.
    ///
    /// - Throws: ``SavedDeviceFailure`` for a text that is not one of a saved device.
    package init(text: String) throws {
        do {
            self = try JSONDecoder().decode(SavedDeviceContent.self, from: Data(text.utf8), within: .stateFile)
        } catch {
            throw SavedDeviceFailure()
        }
    }

    /// The value as JSON on one line; of equal permissions it is the same.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // It has only texts, dates and finite numbers, all of which JSON can hold.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

/// Why a device cannot be made what it was.
package struct SavedDeviceFailure: Error, CustomStringConvertible {
    package var description: String { "What was saved of the simulated device cannot be read; it is left as it is." }
}

extension SimulatedStore {
    /// Makes the store what it was, if that is what was saved.
    package func restore(_ saved: SavedDeviceContent) {
        if case .store(let content) = saved { restore(content) }
    }
}

extension SimulatedDevice {
    /// Makes the saved part of the device what it was, and announces what that changes.
    package func restore(_ saved: SavedDeviceContent) {
        switch saved {
        case .permissions(let content): permissions.restore(content)
        case .store(let content): store.restore(content)
        }
    }

    /// Returns the store as it was; `nil` if it was not saved.
    package func simulation(in saved: SavedDeviceContent) -> StoreSimulation? {
        guard case .store(let content) = saved else { return nil }
        return store.content(DeviceContent(permissions: nil, store: content)).simulation
    }

    /// Returns the status of every permission as it was; empty if they were not saved.
    package func statuses(
        in saved: SavedDeviceContent
    ) -> [SystemPermissionConstraint: SystemPermissionStatus] {
        guard case .permissions(let content) = saved else { return [:] }
        return permissions.statuses(in: content)
    }

    /// Returns the permissions that are allowed until the app is started again, as it was; none if they were not saved.
    package func allowedOnce(in saved: SavedDeviceContent) -> Set<SystemPermissionConstraint> {
        guard case .permissions(let content?) = saved else { return [] }
        return Set(SystemPermissionConstraint.allCases.filter { content.allowedOnce[$0.name] != nil })
    }
}

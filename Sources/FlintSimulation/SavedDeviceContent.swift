// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// A snapshot of a simulated device's permissions or store, which can be restored later.
///
/// Permissions that were never changed are saved as `nil`. Restoring such a snapshot returns to the program's initial
/// permissions. ``init(text:)`` reads the JSON string in ``text``.
package enum SavedDeviceContent: Codable, Sendable, Equatable {
    case permissions(DeviceContent.Permissions?)
    case store(DeviceContent.Store)

    package init(text: String) throws {
        do {
            self = try JSONDecoder().decode(SavedDeviceContent.self, from: Data(text.utf8), within: .stateFile)
        } catch {
            throw SavedDeviceFailure()
        }
    }

    /// The snapshot as JSON on one line with sorted keys, so that equal permissions produce equal strings.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The state contains only strings, dates, and finite numbers, so encoding cannot fail.
        return (try? encoder.encode(self)).map { TextFormat.printable(json: String(decoding: $0, as: UTF8.self)) }
            ?? "{}"
    }
}

package struct SavedDeviceFailure: Error, CustomStringConvertible {
    package var description: String {
        "The saved state of the simulated device cannot be read; the device is unchanged."
    }
}

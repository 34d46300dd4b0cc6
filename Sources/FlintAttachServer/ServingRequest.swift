// SPDX-License-Identifier: MIT

import FlintAttach
import FlintWorld

/// A request to serve the inspector, made by an environment variable.
struct ServingRequest: Hashable {
    static let variable = "FLINT_INSPECTOR"

    /// The path of the socket, or `nil` for a socket that clients find by the app's name.
    let path: String?

    init?(_ value: String, process: Int32) throws(SocketDirectory.Problem) {
        switch value {
        case "", "0": return nil
        case "1": path = nil
        default:
            guard value.hasPrefix("unix:/") else {
                throw SocketDirectory.Problem(
                    "\(Self.variable) has the value \"\(value.excerpt)\".",
                    remedy: "Set it to 1, or to unix: followed by the absolute path of a socket.")
            }
            path = String(value.dropFirst(5).replacing("{PID}", with: "\(process)"))
        }
    }
}

// SPDX-License-Identifier: MIT

import FlintWorld

/// A protocol request and the type of its result.
///
/// The request's properties are the JSON-RPC parameters.
package protocol WireRequest: Codable, Sendable {
    associatedtype Answer: Codable & Sendable
    static var method: String { get }
}

package enum WireRequests {
    /// The handshake, which is the first request of every connection.
    ///
    /// After the response, the app announces changes and screens to show.
    package struct Hello: WireRequest {
        package var versions: [Int]
        /// The client's name, such as "console", which is recorded as the cause of changes.
        package var client: String

        /// The app's token, required only on a port.
        package var token: String?

        package init(client: String, token: String? = nil) {
            versions = [WireProtocol.version]
            self.client = client
            self.token = token
        }

        package typealias Answer = ServedApp
        package static let method = "hello"
    }
}

/// The app's description, which completes the handshake.
package struct ServedApp: Codable, Sendable, Hashable {
    package var version: Int
    /// The notifications that the server can send.
    package var features: [String]
    package var app: String
    package var process: Int32
    /// An identifier of the current run of the app.
    package var instance: String
    package var isReadOnly: Bool
    package var allowsOverrides: Bool
    /// The app's environment; `nil` means development, because apps built with earlier versions do not send it.
    package var environment: AppEnvironment?

    package var isProduction: Bool { environment == .production }

    package init(
        app: String, process: Int32, instance: String, isReadOnly: Bool, allowsOverrides: Bool,
        environment: AppEnvironment = .development
    ) {
        version = WireProtocol.version
        features = WireProtocol.notifications
        self.app = app
        self.process = process
        self.instance = instance
        self.isReadOnly = isReadOnly
        self.allowsOverrides = allowsOverrides
        self.environment = environment
    }
}

/// The notification that tells a console to show a screen.
package struct ShownScreen: Codable, Sendable, Hashable {
    /// The number of the screen, or `nil` to go back.
    package var screen: Int?

    package init(screen: Int?) {
        self.screen = screen
    }

    package static let method = "show"
}

package let changedMethod = "changed"

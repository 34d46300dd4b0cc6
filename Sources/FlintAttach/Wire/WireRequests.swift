import InspectorKit

/// A request of the protocol, with what answers it.
package protocol WireRequest: Codable, Sendable {
    /// What answers it.
    associatedtype Answer: Codable & Sendable
    /// Its name on the wire.
    static var method: String { get }
}

/// The requests; a client makes them, and a server answers them.
package enum WireRequests {
    /// The handshake.
    package struct Hello: WireRequest {
        /// The versions that the client knows.
        package var versions: [Int]
        /// Who asks, such as "console", which is recorded as the cause of changes.
        package var client: String

        /// The token of the app, which only clients on a port need.
        package var token: String?

        /// Creates the request.
        package init(client: String, token: String? = nil) {
            versions = [WireProtocol.version]
            self.client = client
            self.token = token
        }

        package typealias Answer = ServedApp
        package static let method = "hello"
    }

    /// Asks to be notified of changes.
    package struct Subscribe: WireRequest {
        package typealias Answer = Done
        package static let method = "subscribe"
    }
}

/// The answer to a request that has no result.
package struct Done: Codable, Sendable, Hashable {
    /// Creates the answer.
    package init() {}
}

/// An app that serves its inspector, as its handshake describes it.
package struct ServedApp: Codable, Sendable, Hashable {
    /// The version of the protocol that is used from here on.
    package var version: Int
    /// What the server can do besides the requests of that version.
    package var features: [String]
    /// The app's name.
    package var app: String
    /// The number of its process.
    package var process: Int32
    /// What tells apart two runs of an app.
    package var instance: String
    /// Whether commands are refused.
    package var isReadOnly: Bool
    /// Whether the app allows overrides.
    package var allowsOverrides: Bool

    /// Describes an app.
    package init(app: String, process: Int32, instance: String, isReadOnly: Bool, allowsOverrides: Bool) {
        version = WireProtocol.version
        features = WireProtocol.features
        self.app = app
        self.process = process
        self.instance = instance
        self.isReadOnly = isReadOnly
        self.allowsOverrides = allowsOverrides
    }
}

/// A screen that actions of the app have asked consoles to show, as notifications report it.
package struct ShownScreen: Codable, Sendable, Hashable {
    /// The number of the screen; `nil` to go back to where the user was.
    package var screen: Int?

    /// Names a screen.
    package init(screen: Int?) {
        self.screen = screen
    }

    /// The method of the notification.
    package static let method = "show"
}

/// The method of the notification that something has changed.
package let changedMethod = "changed"

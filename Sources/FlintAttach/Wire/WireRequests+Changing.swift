import InspectorKit

// Requests that change the app or predict the effects of changes.
extension WireRequests {
    /// Performs a command.
    ///
    /// The answer follows when the command has ended; other requests are answered in between.
    package struct Send: WireRequest {
        package var command: Command

        package typealias Answer = CommandResult
        package static let method = "send"
    }

    /// A request for the effects of commands, without performing them.
    package struct Plan: WireRequest {
        package var commands: [Command]

        package typealias Answer = CommandPlan
        package static let method = "plan"
    }

    /// A request for the changes in availability that commands would cause.
    package struct Forecast: WireRequest {
        package var commands: [Command]
        /// The maximum number of features listed per change; `nil` for no limit.
        package var limit: Int?

        package typealias Answer = Preview
        package static let method = "preview"
    }

    /// A request for the availability of every feature under several sets of assumptions.
    package struct Availability: WireRequest {
        package var scenarios: [[Command]]

        package typealias Answer = [AvailabilityColumn]
        package static let method = "availability"
    }

    /// A request to reread values whose changes are not announced.
    package struct Refresh: WireRequest {
        /// The IDs of features whose facts are reread.
        package var features: [String]
        /// Additional facts.
        package var facts: [FactReference]

        package typealias Answer = Done
        package static let method = "refresh"
    }
}

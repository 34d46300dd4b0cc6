import InspectorKit

// Requests that change the app, or assume that it is changed.
extension WireRequests {
    /// A command; it is answered when it has ended, other requests meanwhile.
    package struct Send: WireRequest {
        /// What to change.
        package var command: Command

        package typealias Answer = CommandResult
        package static let method = "send"
    }

    /// The effect of commands, none of which is carried out.
    package struct Plan: WireRequest {
        /// The commands.
        package var commands: [Command]

        package typealias Answer = CommandPlan
        package static let method = "plan"
    }

    /// What commands would change.
    package struct Forecast: WireRequest {
        /// The commands.
        package var commands: [Command]
        /// How many features are named of each change; `nil` for all.
        package var limit: Int?

        package typealias Answer = Preview
        package static let method = "preview"
    }

    /// The availability under assumptions.
    package struct Availability: WireRequest {
        /// The commands of each set.
        package var scenarios: [[Command]]

        package typealias Answer = [AvailabilityColumn]
        package static let method = "availability"
    }

    /// Reads values again whose changes are not announced.
    package struct Refresh: WireRequest {
        /// The ids of features.
        package var features: [String]
        /// Further facts.
        package var facts: [FactReference]

        package typealias Answer = Done
        package static let method = "refresh"
    }
}

// SPDX-License-Identifier: MIT

import FlintWorld

// Requests that change the app or predict the effects of changes.
extension WireRequests {
    /// A request to perform a command.
    ///
    /// The response follows once the command has finished. Other requests can be answered in the meantime.
    package struct Send: WireRequest {
        package var command: Command

        package typealias Answer = CommandResult
        package static let method = "send"
    }

    /// A request to compute the facts that commands would change, without performing the commands.
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

    /// A request for the availability that every feature would have in each scenario.
    ///
    /// A scenario is a list of commands, which are not applied.
    package struct Availability: WireRequest {
        package var scenarios: [[Command]]

        package typealias Answer = [AvailabilityColumn]
        package static let method = "availability"
    }
}

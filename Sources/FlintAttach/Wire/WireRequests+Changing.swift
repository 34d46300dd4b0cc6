// SPDX-License-Identifier: MIT

import FlintWorld

// Requests that change the app or predict the effects of changes.
extension WireRequests {
    /// A request to perform a command.
    ///
    /// The response follows once the command has finished. Other requests can be answered before that.
    package struct Send: WireRequest {
        package var command: Command

        package typealias Answer = CommandResult
        package static let method = "send"
    }

    /// A request to compute the facts that each list of commands would change, without performing the commands.
    package struct Plans: WireRequest {
        package var alternatives: [[Command]]

        package typealias Answer = [CommandPlan]
        package static let method = "plans"
    }
}

import InspectorKit

// Requests that change the app, or assume that it is changed.
extension WireRequests {
    /// A command; it is answered when it has ended, other requests meanwhile.
    package struct Send: WireRequest {
        /// The scratch copy on which it is tried; `nil` to carry it out.
        package var scratch: Int?
        /// What to change.
        package var command: Command

        package typealias Answer = CommandResult
        package static let method = "send"
    }

    /// What commands would change.
    package struct Forecast: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The commands.
        package var commands: [Command]
        /// How many features are named of each change; `nil` for all.
        package var limit: Int?

        package typealias Answer = Preview
        package static let method = "preview"
    }

    /// The availability under assumptions.
    package struct Availability: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
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

    /// Opens a scratch copy of the app, or of another scratch copy.
    package struct OpenScratch: WireRequest {
        /// The scratch copy to begin with; `nil` for the app as it is.
        package var scratch: Int?
        /// The event after which the app is shown as it was; `nil` for the app as it is.
        package var at: UInt64?

        package typealias Answer = Int
        package static let method = "openScratch"
    }

    /// Closes a scratch copy.
    package struct CloseScratch: WireRequest {
        /// The scratch copy.
        package var scratch: Int

        package typealias Answer = Done
        package static let method = "closeScratch"
    }

    /// The commands that were tried on a scratch copy.
    package struct TriedCommands: WireRequest {
        /// The scratch copy.
        package var scratch: Int

        package typealias Answer = [Command]
        package static let method = "triedCommands"
    }
}

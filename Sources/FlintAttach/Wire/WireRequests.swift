import InspectorKit

/// A request of the protocol, with what answers it.
package protocol WireRequest: Codable, Sendable {
    /// What answers it.
    associatedtype Answer: Codable & Sendable
    /// Its name on the wire.
    static var method: String { get }
}

/// The requests; each is named as the member of ``Inspector`` that it stands for.
package enum WireRequests {
    /// The handshake.
    package struct Hello: WireRequest {
        /// The versions that the client knows.
        package var versions: [Int]
        /// Who asks, such as "console", which is recorded as the cause of changes.
        package var client: String

        /// Creates the request.
        package init(client: String) {
            versions = [WireProtocol.version]
            self.client = client
        }

        package typealias Answer = ServedApp
        package static let method = "hello"
    }

    /// Asks to be notified of changes.
    package struct Subscribe: WireRequest {
        /// Creates the request.
        package init() {}
        package typealias Answer = Done
        package static let method = "subscribe"
    }

    /// A page of the list of everything.
    package struct List: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The index of the first feature; everything else comes with 0.
        package var from: Int

        /// Creates the request.
        package init(scratch: Int?, from: Int) {
            self.scratch = scratch
            self.from = from
        }

        package typealias Answer = ModelPage
        package static let method = "list"
    }

    /// What changed since a revision.
    package struct Changes: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The revision.
        package var since: Revision

        /// Creates the request.
        package init(scratch: Int?, since: Revision) {
            self.scratch = scratch
            self.since = since
        }

        package typealias Answer = ModelChanges?
        package static let method = "changes"
    }

    /// The explanation of a feature.
    package struct Detail: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The feature's id.
        package var feature: String

        /// Creates the request.
        package init(scratch: Int?, feature: String) {
            self.scratch = scratch
            self.feature = feature
        }

        package typealias Answer = FeatureSnapshot?
        package static let method = "detail"
    }

    /// The plans to unlock a feature.
    package struct Plans: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The feature's id.
        package var feature: String

        /// Creates the request.
        package init(scratch: Int?, feature: String) {
            self.scratch = scratch
            self.feature = feature
        }

        package typealias Answer = FeaturePlans?
        package static let method = "plans"
    }

    /// The states in which a feature is available, counted with notifications of progress.
    package struct States: WireRequest {
        /// The feature's id.
        package var feature: String

        /// Creates the request.
        package init(feature: String) {
            self.feature = feature
        }

        package typealias Answer = AvailableStates?
        package static let method = "states"
    }

    /// Texts that features can be found by.
    package struct Texts: WireRequest {
        /// Creates the request.
        package init() {}
        package typealias Answer = FeatureTexts
        package static let method = "featureTexts"
    }

    /// The review of what features require.
    package struct Lint: WireRequest {
        /// Creates the request.
        package init() {}
        package typealias Answer = LintReport
        package static let method = "lint"
    }

    /// The features that require a fact.
    package struct Usage: WireRequest {
        /// The fact.
        package var fact: FactReference

        /// Creates the request.
        package init(fact: FactReference) {
            self.fact = fact
        }

        package typealias Answer = [String]
        package static let method = "usage"
    }

    /// The open action stacks.
    package struct Stacks: WireRequest {
        /// Creates the request.
        package init() {}
        package typealias Answer = [StackSnapshot]
        package static let method = "stacks"
    }

    /// A page of events.
    package struct Events: WireRequest {
        /// The last event already seen.
        package var after: UInt64

        /// Creates the request.
        package init(after: UInt64) {
            self.after = after
        }

        package typealias Answer = Page<EventRecord>
        package static let method = "events"
    }

    /// A page of the log.
    package struct LogLines: WireRequest {
        /// The last line already seen.
        package var after: UInt64

        /// Creates the request.
        package init(after: UInt64) {
            self.after = after
        }

        package typealias Answer = Page<LogLine>
        package static let method = "logLines"
    }

    /// A command; it is answered when it has ended, other requests meanwhile.
    package struct Send: WireRequest {
        /// The scratch copy on which it is tried; `nil` to carry it out.
        package var scratch: Int?
        /// What to change.
        package var command: Command

        /// Creates the request.
        package init(scratch: Int?, command: Command) {
            self.scratch = scratch
            self.command = command
        }

        package typealias Answer = CommandResult
        package static let method = "send"
    }

    /// What commands have done.
    package struct History: WireRequest {
        /// Creates the request.
        package init() {}
        package typealias Answer = [HistoryEntry]
        package static let method = "history"
    }

    /// What commands would change.
    package struct Forecast: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The commands.
        package var commands: [Command]
        /// How many features are named of each change; `nil` for all.
        package var limit: Int?

        /// Creates the request.
        package init(scratch: Int?, commands: [Command], limit: Int?) {
            self.scratch = scratch
            self.commands = commands
            self.limit = limit
        }

        package typealias Answer = Preview
        package static let method = "preview"
    }

    /// The availability under assumptions.
    package struct Availability: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The commands of each set.
        package var scenarios: [[Command]]

        /// Creates the request.
        package init(scratch: Int?, scenarios: [[Command]]) {
            self.scratch = scratch
            self.scenarios = scenarios
        }

        package typealias Answer = [AvailabilityColumn]
        package static let method = "availability"
    }

    /// The personas.
    package struct Personas: WireRequest {
        /// Creates the request.
        package init() {}
        package typealias Answer = PersonaList
        package static let method = "personas"
    }

    /// Reads values again whose changes are not announced.
    package struct Refresh: WireRequest {
        /// The ids of features.
        package var features: [String]
        /// Further facts.
        package var facts: [FactReference]

        /// Creates the request.
        package init(features: [String], facts: [FactReference]) {
            self.features = features
            self.facts = facts
        }

        package typealias Answer = Done
        package static let method = "refresh"
    }

    /// Opens a scratch copy of the app, or of another scratch copy.
    package struct OpenScratch: WireRequest {
        /// The scratch copy to begin with; `nil` for the app as it is.
        package var scratch: Int?

        /// Creates the request.
        package init(scratch: Int?) {
            self.scratch = scratch
        }

        package typealias Answer = Int
        package static let method = "openScratch"
    }

    /// Closes a scratch copy.
    package struct CloseScratch: WireRequest {
        /// The scratch copy.
        package var scratch: Int

        /// Creates the request.
        package init(scratch: Int) {
            self.scratch = scratch
        }

        package typealias Answer = Done
        package static let method = "closeScratch"
    }

    /// The commands that were tried on a scratch copy.
    package struct TriedCommands: WireRequest {
        /// The scratch copy.
        package var scratch: Int

        /// Creates the request.
        package init(scratch: Int) {
            self.scratch = scratch
        }

        package typealias Answer = [Command]
        package static let method = "triedCommands"
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

/// Some of the elements that were asked for.
package struct Page<Element: Codable & Sendable>: Codable, Sendable {
    /// The elements, oldest first.
    package var elements: [Element]
    /// Whether there are more after them.
    package var hasMore: Bool

    /// Creates a page.
    package init(_ elements: [Element], limit: Int = WireProtocol.pageSize) {
        self.elements = Array(elements.prefix(limit))
        hasMore = elements.count > limit
    }
}

/// A part of the list of everything there is.
package struct ModelPage: Codable, Sendable, Hashable {
    /// What comes with the first page only: everything but the features.
    package struct Rest: Codable, Sendable, Hashable {
        /// What concerns the app as a whole.
        package var status: AppStatus
        /// The products.
        package var products: [ProductSnapshot]
        /// The permissions in the order in which they are shown.
        package var permissions: [PermissionSnapshot]
        /// The feature flags.
        package var flags: [FlagSnapshot]
        /// The overrides.
        package var overrides: [OverrideRecord]
    }

    /// The last change that is included.
    package var revision: Revision
    /// Everything but the features; `nil` after the first page.
    package var rest: Rest?
    /// Some of the features.
    package var features: [FeatureSummary]
    /// The index of the first feature of the next page; `nil` after the last.
    package var next: Int?

    /// Creates a page of a list.
    ///
    /// - Parameters:
    ///   - model: The list.
    ///   - from: The index of the first feature.
    package init(_ model: AppModel, from: Int) {
        let start = min(max(0, from), model.features.count)
        let end = min(start + WireProtocol.pageSize, model.features.count)
        revision = model.revision
        features = Array(model.features[start..<end])
        next = end < model.features.count ? end : nil
        if from == 0 {
            rest = Rest(
                status: model.status, products: Array(model.products), permissions: model.permissions,
                flags: Array(model.flags), overrides: Array(model.overrides))
        }
    }
}

/// How far a request has come, as notifications report it.
package struct Progress: Codable, Sendable, Hashable {
    /// The number of the request.
    package var id: Int
    /// The part that is done, from 0 to 1.
    package var part: Double

    /// Creates a report.
    package init(id: Int, part: Double) {
        self.id = id
        self.part = part
    }

    /// The method of the notification.
    package static let method = "progress"
}

/// The method of the notification that something has changed.
package let changedMethod = "changed"

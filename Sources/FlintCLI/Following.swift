import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// What a command that follows the app has seen of it so far.
@MainActor
struct Following<App: FlintApplication> {
    /// The running app.
    let session: AppSession<App>
    private let changes = AsyncChange()
    private let observation: InspectorObservation

    /// Starts the app with its background work, and follows it.
    ///
    /// - Parameter options: The options every command takes.
    /// - Throws: ``CommandLineError``.
    init(_ options: SharedOptions<App>) throws {
        session = try AppSession(options, cause: "command line", access: .readOnly, startsBackgroundWork: true)
        session.reportProblems()
        session.persistence.watch()
        let changes = changes
        observation = session.inspector.observe { changes.signal() }
    }

    /// Calls a function now and after every change, until the reader of standard output closes it.
    ///
    /// - Parameter report: Prints what is new; it returns whether the reader is still there.
    /// - Throws: What the function throws.
    func run(_ report: () throws -> Bool) async throws {
        while try report() { await changes.wait() }
    }
}

/// The JSON line of `flint features --watch` for a feature.
struct FeatureLine: Encodable {
    let id: String
    let name: String
    let available: Bool?
    let overridden: Bool

    init(_ feature: FeatureSummary) {
        id = feature.id
        name = feature.name
        available = feature.isAvailable
        overridden = feature.isOverridden
    }

    private enum CodingKeys: CodingKey {
        case id
        case name
        case available
        case overridden
    }

    /// Encodes every key, with an explicit `null` for what is not known yet.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(available, forKey: .available)
        try container.encode(overridden, forKey: .overridden)
    }
}

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An event of the journal as it is written to a file.
public struct JournalRecord: Sendable, Hashable, Codable {
    /// The number of the event in its run of the program.
    public var id: UInt64
    /// When it happened.
    public var date: Date
    /// What sort of event it is, such as `action-began`.
    public var kind: String
    /// Who is behind it.
    public var cause: String
    /// The path of the feature it is about.
    public var feature: String?
    /// The type name of the action it is about.
    public var action: String?
    /// The name of the session.
    public var session: String?
    /// The number of the request.
    public var request: UInt?
    /// Whether a person asked for it.
    public var userInitiated: Bool?
    /// Where the request came from.
    public var source: String?
    /// The input in words.
    public var input: String?
    /// The input's parts by name.
    public var inputInfo: [String: String]?
    /// How the action ended.
    public var outcome: String?
    /// How long it took, in seconds.
    public var seconds: Double?
    /// Everything else there is to say.
    public var text: String?

    private enum CodingKeys: String, CodingKey {
        case id, date, kind, cause, feature, action, session, request, source, input, outcome, seconds, text
        case userInitiated = "user_initiated"
        case inputInfo = "input_info"
    }

    private init(id: UInt64, date: Date, cause: Cause, kind: String) {
        self.id = id
        self.date = date
        self.cause = cause.rawValue
        self.kind = kind
    }
}

extension JournalRecord {
    /// Takes an event.
    public init(_ event: JournalEvent) {
        self.init(id: event.id, date: event.date, cause: event.cause, kind: event.kind.name)
        switch event.kind {
        case .actionBegan(let action):
            take(action)
        case .actionCompleted(let action, let outcome, let duration):
            take(action)
            self.outcome = outcome.description
            seconds = duration.seconds
        case .requestDenied(let denial):
            feature = denial.feature.description
            action = denial.actionID
            session = denial.sessionName
            text = denial.explanation.summary
        case .factChanged(let change):
            let before = change.before.map { " was \($0.effective.words)," } ?? ""
            text = "\(change.key.words)\(before) is \(change.after.effective.words)"
        case .storeEvent(let store):
            text = [store.productID, store.words].compactMap { $0 }.joined(separator: ": ")
        case .promptShown(let permission, let path):
            feature = path?.description
            text = permission.name
        case .promptAnswered(let permission, let status, let path):
            feature = path?.description
            text = "\(permission.name): \(status)"
        case .flowBegan(let path, let permissions):
            feature = path.description
            text = permissions.map(\.name).joined(separator: ", ")
        case .flowEnded(let path, let cancelled, let outstanding):
            feature = path.description
            let rest = outstanding.map(\.name).joined(separator: ", ")
            text = (cancelled ? "cancelled" : "finished") + (rest.isEmpty ? "" : ", still missing: \(rest)")
        case .identifierChanged(let typeName, let old, let new):
            feature = new.description
            text = "\(typeName) was \(old)"
        case .advisory(let advisory):
            text = advisory
        }
    }

    private mutating func take(_ record: ActionRecord) {
        feature = record.feature.description
        action = record.actionID
        session = record.sessionName
        request = record.requestID
        userInitiated = record.userInitiated
        source = record.source.rawValue
        input = record.inputDescription
        inputInfo = record.inputInfo
    }

    /// The record as one line of JSON, with its end.
    func line() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(ReportDate.text(date))
        }
        return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Reads a line of JSON, or returns `nil` if it makes no sense.
    init?(line: some Sequence<UInt8>) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = ReportDate.date(text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
            }
            return date
        }
        guard let record = try? decoder.decode(JournalRecord.self, from: Data(line), within: .journalLine) else {
            return nil
        }
        self = record
    }
}

extension JournalEvent.Kind {
    /// The sort of event in one word.
    fileprivate var name: String {
        switch self {
        case .actionBegan: "action-began"
        case .actionCompleted: "action-completed"
        case .requestDenied: "request-denied"
        case .factChanged: "fact-changed"
        case .storeEvent: "store"
        case .promptShown: "prompt-shown"
        case .promptAnswered: "prompt-answered"
        case .flowBegan: "flow-began"
        case .flowEnded: "flow-ended"
        case .identifierChanged: "identifier-changed"
        case .advisory: "advisory"
        }
    }
}

extension FactKey {
    /// The fact in words.
    fileprivate var words: String {
        switch self {
        case .purchase(let productID): "purchase \(productID)"
        case .pastPurchases(let feature): "past purchases for \(feature)"
        case .permission(let permission): "permission \(permission.name)"
        case .userToggle(let feature): "toggle of \(feature)"
        case .runtimeSwitch(let feature): "switch of \(feature)"
        case .featureFlag(let key): "flag \(key.rawValue)"
        case .platform: "platform"
        }
    }
}

extension FactValue {
    /// The value in words.
    fileprivate var words: String {
        switch self {
        case .truth(let truth): "\(truth)"
        case .permission(let status): "\(status)"
        case .platform(let platform): "\(platform)"
        }
    }
}

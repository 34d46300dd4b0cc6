import FeatureGating
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintRecording

struct JournalLineTests {
    private let date = Date(timeIntervalSince1970: 1_767_225_600.25)

    @Test func `every kind of line is read back unchanged`() throws {
        var changes = ModelChanges(revision: Revision(rawValue: 4))
        changes.states = [FeatureSummary.State(number: 1, isAvailable: nil, isOverridden: true)]
        changes.removedOverrides = [.platform]
        let facts = FactRecord.samples(at: date)
        let lines: [JournalLine] = [
            .journal(OpenMuseum.header),
            .catalog(RecordedCatalog(restarts: true, declared: Catalog(soldProducts: ["a"]))),
            .keyframe(Keyframe(number: 1, event: 7, date: date)), .state(changes),
            .facts(facts),
            .stacks([]), .history([]), .ready(1), .event(.sample(8, title: "Line\u{1B}[2J\nbreak")),
            .log(LogLine(id: 2, date: date, level: .notice, text: "Hallo \u{85}", label: "app", source: "Museum")),
            .lost(LostRecords(events: 2, logLines: 0, reason: "They came too fast.")), .end(date),
        ]
        for line in lines {
            let bytes = try line.encoded()
            #expect(bytes.last == UInt8(ascii: "\n") && bytes.dropLast().allSatisfy { $0 >= 0x20 })
            #expect(try JournalLine(decoding: bytes.dropLast()) == line)
        }
    }

    @Test func `a line has sorted members and plain slashes`() throws {
        let line = JournalLine.lost(LostRecords(events: 2, logLines: 0, reason: "a/b"))
        let text = String(decoding: try line.encoded(), as: UTF8.self)
        #expect(text == #"{"lost":{"events":2,"logLines":0,"reason":"a/b"}}"# + "\n")
    }

    @Test func `the number of an event can be read without decoding the event`() throws {
        let peeked = try peek(JournalLine.event(.sample(41)).encoded())
        #expect(peeked?.name == .event && peeked?.number == 41)
        let log = LogLine(id: 9, date: date, level: .info, text: "", label: "a", source: "b")
        #expect(try peek(JournalLine.log(log).encoded())?.number == 9)
        for text in [
            "", "{}", "{\"n\":", "{\"n\":12,\"ready\":1}", "{\"n\":99999999999999999999,\"event\":{}}",
            "{\"event\":{\"id\":1}}      ",
        ] {
            #expect(peek(Array(text.utf8)) == nil)
        }
    }

    @Test func `a line of an unknown kind is distinguished from a damaged line`() {
        #expect(throws: UnknownLine(members: ["weather"])) { try JournalLine(decoding: "{\"weather\":3}".utf8) }
        #expect(throws: (any Error).self) { try JournalLine(decoding: "{\"event\":3}".utf8) }
        #expect(throws: (any Error).self) { try JournalLine(decoding: "[]".utf8) }
    }

    @Test func `events and log lines are written as an encoder writes them`() throws {
        var event = EventRecord.sample(8, title: "Quote \" slash / back \\ \u{1}\u{1F} \u{2028} ü 🚲\r\n")
        #expect(try members(of: .event(event)) == encoderMembers(of: .event(event)))
        event.details = [EventRecord.Detail(label: "One", value: ""), EventRecord.Detail(label: "Two", value: "2")]
        for content in EventRecord.Content.samples {
            event.content = content
            #expect(missingMembers(of: event) == [], "Each member must be compared.")
            #expect(try members(of: .event(event)) == encoderMembers(of: .event(event)))
        }
        for fact in FactRecord.samples(at: date) {
            event.content = .factChanged(EventRecord.Change(of: fact))
            #expect(try members(of: .event(event)) == encoderMembers(of: .event(event)))
        }
        var line = LogLine(id: 2, date: date, level: .notice, text: "Hallo \u{85}", label: "app", source: "Museum")
        #expect(try members(of: .log(line)) == encoderMembers(of: .log(line)))
        (line.topic, line.featureID, line.actionID, line.actionName) = ("a#b", "a", "b", "B")
        (line.session, line.activity, line.userInitiated, line.metadata) = ("s", "t", false, ["x": "1", "w": "\""])
        #expect(missingMembers(of: line) == [], "Each member must be compared.")
        #expect(try members(of: .log(line)) == encoderMembers(of: .log(line)))
        event.content = .actionCompleted(
            EventRecord.Execution(of: EventRecord.Action(featureID: "a", id: "b"), request: 1), outcome: .success,
            duration: .infinity)
        #expect(throws: EncodingError.self) { try JournalLine.event(event).encoded() }
    }

    /// Returns the names of the optional members without a value, except those of facts.
    private func missingMembers(of record: Any) -> [String] {
        Mirror(reflecting: record).children.flatMap { name, value in
            switch Mirror(reflecting: value).displayStyle {
            case .optional?: Mirror(reflecting: value).children.isEmpty ? [name ?? "?"] : []
            case .struct?, .enum?, .tuple?: value is FactRecord ? [] : missingMembers(of: value)
            default: [String]()
            }
        }
    }

    @Test func `no line contains characters that control a terminal or reorder text`() throws {
        let text = "\u{1B}[2J\u{7F}\u{85}\u{9B}\u{202E}\u{2066}\u{200B}\u{FEFF}\u{2028}é 🚲"
        let lines: [JournalLine] = [
            .event(.sample(8, title: text)),
            .log(LogLine(id: 2, date: date, level: .notice, text: text, label: text, source: text)),
            .history([
                HistoryEntry(
                    id: 1, date: date, source: text, message: text, canBeUndone: true, isUndone: false,
                    belongsToAnotherProcess: false)
            ]),
        ]
        for line in lines {
            let bytes = try line.encoded()
            let hostile = HostileText.characters(in: String(decoding: bytes.dropLast(), as: UTF8.self), besides: [])
            #expect(hostile.isEmpty, "\(hostile.map(\.value))")
            #expect(try JournalLine(decoding: bytes).encoded() == bytes)
        }
    }

    @Test func `a requirement that cannot be decoded is refused instead of being weakened`() throws {
        func feature(_ requirement: String) -> [UInt8] {
            Array(
                (#"{"catalog":{"restarts":true,"declared":{"mistakes":[],"features":[{"summary":{"number":0,"id":"A","#
                    + #""name":"A","depth":0,"isVisible":true,"isOverridden":false},"typeName":"A","description":"","#
                    + #""conditional":true,"isGroup":false,"actions":[],"requirement":["# + requirement + "]}]}}}").utf8
            )
        }
        #expect(throws: Never.self) { try JournalLine(decoding: feature(#"{"kind":"flag","key":"a"}"#)) }
        for wrong in [
            #"{"kind":"platform","versions":{"BeOS":"5.0"}}"#, #"{"kind":"platform","versions":{"iOS":"x"}}"#,
            #"{"kind":"permission","key":"weather"}"#, #"{"kind":"parent"}"#, #"{"kind":"weather"}"#,
            #"{"kind":"all-of","parts":[0]}"#, #"{"kind":"flag","key":"a"},{"kind":"any-of","parts":[-1]}"#,
        ] {
            #expect(throws: (any Error).self, "\(wrong)") { try JournalLine(decoding: feature(wrong)) }
        }
    }

    private func members(of line: JournalLine) throws -> NSDictionary? {
        var members = try JSONSerialization.jsonObject(with: Data(line.encoded())) as? [String: Any]
        members?["n"] = nil
        return members.map { $0 as NSDictionary }
    }

    private func encoderMembers(of line: JournalLine) throws -> NSDictionary? {
        try JSONSerialization.jsonObject(with: Data(line.encodedByEncoder())) as? NSDictionary
    }

    private func peek(_ bytes: [UInt8]) -> (name: JournalLine.PeekedName, number: UInt64)? {
        bytes.withUnsafeBufferPointer { JournalLine.peek($0) }
    }
}

extension FactRecord {
    /// Returns facts of every kind, some of them overridden, and one with a value that waits.
    static func samples(at date: Date) -> [FactRecord] {
        let platform = CurrentPlatform(platform: .linux, version: PlatformVersion(major: 12), detail: "Debian \"12\"")
        let values: [(FactKey, FactValue, FactValue?, OverrideExpiry?)] = [
            (.platform, .platform(platform), .platform(CurrentPlatform("iOS 17.2")!), .untilQuit),
            (.purchase(productID: "credits"), .balance(3), .truth(.true), .uses(2)),
            (.purchase(productID: "pass"), .truth(.unknown), nil, nil),
            (.pastPurchases(feature: "App/Tour"), .truth(.true), nil, nil),
            (
                .permission(.camera), .permission(.notDetermined), .permission(.denied),
                .until(Date(timeIntervalSince1970: 1_767_225_600))
            ),
            (.userSetting(feature: "App/Tour"), .truth(.false), .truth(.true), .after(seconds: 1.5)),
            (.featureFlag("new"), .truth(.unknown), .truth(.false), nil),
        ]
        var waiting = Fact(actual: .truth(.false), source: "remote, STATIC", since: date)
        waiting.waiting = WaitingValue(.truth(.true), source: "remote, SPLIT", takesEffect: .nextSession)
        let later = FactRecord(key: .featureFlag("later"), fact: waiting)
        let others = values.map { key, actual, override, expiry in
            FactRecord(
                key: key,
                fact: Fact(
                    actual: actual,
                    override: override.map {
                        FactOverride(value: $0, cause: "console", since: date, reason: "why\n", expiry: expiry)
                    }, source: "store", since: date))
        }
        return [later] + others
    }
}

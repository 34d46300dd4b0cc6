import FeatureGating
import FlintInspector
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintRecording

/// Compares the facts of all moments of a recording, which are read at once, with those of each moment alone.
@MainActor
struct RecordedMomentsTests {
    private let museum: OpenMuseum
    private let keys: Set<FactKey> = [
        .purchase(productID: "pass"), .featureFlag("rooms"), .permission(.camera), .platform,
    ]

    init() throws {
        museum = try OpenMuseum()
    }

    /// Returns the facts at each moment.
    private func moments(of recording: FlintRecording.Recording) throws -> [(event: UInt64, facts: [FactKey: Fact])] {
        var facts: [FactKey: Fact] = [:]
        var moments: [(UInt64, [FactKey: Fact])] = []
        try recording.readMoments(of: keys) { event, updates in
            for (key, fact) in updates { facts[key] = fact }
            moments.append((event, facts))
        }
        return moments
    }

    private func expectMoments(of recording: FlintRecording.Recording, count: Int) throws {
        let moments = try moments(of: recording)
        #expect(moments.count == count)
        for (event, facts) in moments {
            let expected = try recording.inspector(at: event).world(of: nil).facts.filter { keys.contains($0.key) }
            #expect(facts == expected, "event \(event)")
        }
    }

    private func change() {
        museum.send(.override(.purchase, "pass", to: "purchased"))
        museum.send(.override(.flag, "rooms", to: "off"))
        museum.enterShop()
        museum.send(.override(.permission, "camera", to: "denied"))
        museum.send(.override(.flag, "rooms", to: nil))
        museum.send(.removeAllOverrides)
    }

    @Test func `all moments of a journal are read in one pass`() throws {
        change()
        let first = museum.lastEvent
        let journal = try museum.recorded { change() }
        try expectMoments(of: .journal(journal), count: Int(museum.lastEvent - first) + 1)
    }

    @Test func `all moments of a report are read in one pass`() throws {
        change()
        try museum.write(SavedReport(AppReport(of: museum.inspector, date: Date(), program: "museum", system: "")))
        try expectMoments(of: try FlintRecording.Recording(museum.path), count: museum.inspector.events(after: 0).count)
    }

    @Test(arguments: PropertyScale.seeds(5))
    func `lines in any order are read with only the facts of each moment`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let known = keys.subtracting([.platform]).sorted { $0.sortKey < $1.sortKey }
        func record() -> FactRecord {
            let key = known[Int.random(in: 0..<known.count, using: &random)]
            let isOn = Bool.random(using: &random)
            let value: FactValue =
                key.kind == .permission ? .permission(isOn ? .authorized : .denied) : .truth(Truth(isOn))
            return FactRecord(key: key, fact: Fact(actual: value, source: .system, since: .distantPast))
        }
        func facts() -> JournalLine { .facts((0..<Int.random(in: 0...2, using: &random)).map { _ in record() }) }
        var lines: [JournalLine] = [.journal(OpenMuseum.header)]
        var (event, keyframe) = (UInt64(0), 0)
        func addKeyframe() {
            keyframe += 1
            lines += [
                .keyframe(Keyframe(number: keyframe, event: event, date: Date())), facts(), facts(), .ready(keyframe),
            ]
        }
        addKeyframe()
        for _ in 0..<60 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: addKeyframe()
            case 1, 2, 3: lines.append(facts())
            default:
                event += UInt64.random(in: 1...2, using: &random)
                var changed = EventRecord.sample(event)
                if Bool.random(using: &random) {
                    changed.content = .factChanged(EventRecord.Change(of: record()))
                }
                lines.append(.event(changed))
            }
        }
        lines.append(facts())
        let path = museum.folder + "/lines.jsonl"
        try Data(lines.flatMap { try $0.encoded() }).write(to: URL(filePath: path))
        let events = lines.count { if case .event = $0 { true } else { false } }
        try expectMoments(of: try FlintRecording.Recording(path), count: events + 1)
    }

    @Test func `a long journal is read once`() throws {
        var bytes = try JournalLine.journal(OpenMuseum.header).encoded()
        for line in [JournalLine.keyframe(Keyframe(number: 1, event: 0, date: Date())), .ready(1)] {
            bytes += try line.encoded()
        }
        for id in 1...20_000 { bytes += try JournalLine.event(.sample(UInt64(id))).encoded() }
        let path = museum.folder + "/long.jsonl"
        try Data(bytes).write(to: URL(filePath: path))
        let reader = try JournalReader(path)
        let before = reader.bytesRead
        var count = 0
        try FlintRecording.Recording.journal(reader).readMoments(of: keys) { _, _ in count += 1 }
        #expect(count == 20_001 && reader.bytesRead - before <= bytes.count + 600_000)
    }
}

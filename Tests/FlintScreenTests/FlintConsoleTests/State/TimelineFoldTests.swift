import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct TimelineFoldTests {
    /// Returns random events: overlapping actions of few kinds, denials, advisories, and changes of availability.
    private func events(_ count: Int, _ numbers: inout SplitMix64) -> [EventRecord] {
        var running: [EventRecord.Execution] = []
        return (1...count).map { number in
            let feature = "F\(Int.random(in: 0..<2, using: &numbers))"
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0..<4:
                running.append(Self.execution(feature, request: UInt(number)))
                return Self.event(number, "\(feature): A began", .actionBegan(running[running.count - 1]))
            case 4..<8 where !running.isEmpty:
                let execution = running.remove(at: Int.random(in: 0..<running.count, using: &numbers))
                let outcome = Int.random(in: 0..<4, using: &numbers) == 0 ? EventRecord.Outcome.failure : .success
                return Self.event(
                    number, "\(execution.action.featureID): A",
                    .actionCompleted(execution, outcome: outcome, duration: 1))
            case 8: return Self.event(number, "\(feature): A denied", .denied(feature, "A"))
            default:
                let count = Bool.random(using: &numbers) ? Int.random(in: 1...4, using: &numbers) : 0
                let change = FeatureChange(featureID: feature, featureName: feature, before: false, after: true)
                return Self.event(
                    number, "Premium: purchased",
                    .factChanged(EventRecord.Change(of: .unlisted, features: Array(repeating: change, count: count))))
            }
        }
    }

    private static func execution(_ feature: String = "F", request: UInt = 7) -> EventRecord.Execution {
        News.Performed(feature: feature, action: "A").execution(request)
    }

    private static func event(_ number: Int, _ title: String, _ content: EventRecord.Content) -> EventRecord {
        EventRecord(
            id: UInt64(number), date: Date(timeIntervalSince1970: Double(number)), cause: "app", title: title,
            content: content)
    }

    /// Returns the groups as the IDs of their entries.
    private func groups(_ fold: TimelineFold) -> [[UInt64]] {
        fold.groups.map { $0.positions.map { fold[$0].id } }
    }

    /// Groups a whole list at once, as a reference for the incremental fold.
    ///
    /// The function pairs beginnings with ends, omits unwanted events, and starts a new group where neighbors differ.
    private func groupedAnew(
        _ events: [EventRecord], where isWanted: ((TimelineEntry) -> Bool)?
    ) -> [[UInt64]] {
        let ends = Dictionary(
            events.filter { $0.kind == .actionCompleted }.map { ($0.execution?.request, $0) }, uniquingKeysWith: { $1 })
        var entries: [TimelineEntry] = []
        for event in events where event.kind != .actionCompleted {
            var entry = TimelineEntry(event)
            if event.kind == .actionBegan, let end = ends[event.execution?.request] { entry.complete(with: end) }
            entries.append(entry)
        }
        var groups: [[TimelineEntry]] = []
        for entry in entries where isWanted?(entry) != false {
            if let last = groups.last?.last, last.repeats(entry) {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
        return groups.map { $0.map(\.id) }
    }

    @Test func `an action that ends after the displayed event is running`() throws {
        let end = EventRecord.Content.actionCompleted(Self.execution(), outcome: .success, duration: 2)
        var fold = TimelineFold(capacity: 100)
        fold.append(
            [Self.event(1, "F: A began", .actionBegan(Self.execution())), Self.event(3, "F: A", end)], where: nil)
        let position = try #require(fold.position(of: 1))
        #expect(!fold[position].isRunning && fold[position].event.id == 3)
        for (end, isRunning) in [(UInt64(2), true), (1, true), (3, false), (.max, false)] {
            fold.show(upTo: end)
            fold.restrict { $0.id <= end }
            #expect(fold[position].isRunning == isRunning, "The state of the action is wrong up to event \(end).")
            #expect(fold[position].event.id == (isRunning ? 1 : 3) && fold.groups.count == 1)
        }
        fold.show(upTo: 2)
        fold.show(upTo: nil)
        #expect(!fold[position].isRunning)
    }

    @Test(arguments: 0..<60)
    func `folding events one by one gives the same result as grouping the whole list`(_ seed: Int) {
        var numbers = SplitMix64(seed: UInt64(seed))
        let events = events(Int.random(in: 1...150, using: &numbers), &numbers)
        let filters: [((TimelineEntry) -> Bool)?] = [
            nil, { $0.event.outcome == .success }, { $0.event.featureID == "F1" }, { !$0.isRunning },
            { $0.event.kind == .actionBegan }, { $0.event.outcome != .failure },
        ]
        for isWanted in filters {
            var single = TimelineFold(capacity: 1_000)
            for (count, event) in events.enumerated() {
                single.append([event], where: isWanted)
                if count % 16 == 0 {
                    #expect(groups(single) == groupedAnew(Array(events[...count]), where: isWanted))
                }
            }
            let expected = groupedAnew(events, where: isWanted)
            #expect(groups(single) == expected)
            var whole = TimelineFold(capacity: 1_000)
            whole.append(events, where: nil)
            whole.restrict(to: isWanted)
            #expect(groups(whole) == expected)
            #expect(whole.events == events)
        }
    }

    @Test(arguments: 0..<20)
    func `dropping the oldest entries keeps the groups of the others`(_ seed: Int) {
        var numbers = SplitMix64(seed: UInt64(seed) &+ 1_000)
        let events = events(600, &numbers)
        var fold = TimelineFold(capacity: 50)
        for event in events {
            fold.append([event], where: nil)
            #expect(fold.eventCount <= 60)
        }
        let kept = groups(fold)
        #expect(fold.events.count == fold.eventCount)
        fold.restrict(to: nil)
        #expect(groups(fold) == kept)
        for group in fold.groups {
            for position in group.positions { #expect(fold.groups[fold.group(at: position) ?? 0] == group) }
        }
    }

    @Test(arguments: 0..<60)
    func `a row that was ever shown is found at its place, above it, or not at all`(_ seed: Int) {
        var numbers = SplitMix64(seed: UInt64(seed) &+ 2_000)
        let filters: [((TimelineEntry) -> Bool)?] = [
            nil, { $0.event.outcome == .success }, { $0.event.featureID == "F1" }, { !$0.isRunning },
        ]
        var rows = TimelineRows(capacity: 50)
        var isWanted = filters[0]
        var shown: Set<TimelineRow.ID> = []
        var new = events(200, &numbers)[...]
        while !new.isEmpty {
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0..<3:
                let count = Int.random(in: 1...9, using: &numbers)
                rows.append(Array(new.prefix(count)), where: isWanted)
                new = new.dropFirst(count)
            case 3:
                isWanted = filters.randomElement(using: &numbers) ?? nil
                rows.restrict(to: isWanted)
            case 4:
                let end = Bool.random(using: &numbers) ? nil : UInt64.random(in: 1...200, using: &numbers)
                rows.show(upTo: end)
                rows.restrict { [isWanted] in $0.id <= end ?? .max && isWanted?($0) != false }
            case 5:
                rows.setShowsBothEvents(Bool.random(using: &numbers), where: isWanted)
                rows.restrict(to: isWanted)
            default:
                let row = Int.random(in: 0...rows.count, using: &numbers)
                _ = rows.setExpanded(Int.random(in: 0..<4, using: &numbers) > 0, at: row)
            }
            for index in 0..<rows.count {
                let id = rows.id(index)
                shown.insert(id)
                #expect(rows.index(of: id) == index && rows.row(index)?.id == id)
            }
            let misplaced = shown.filter { id in rows.index(of: id).map { !(0..<rows.count).contains($0) } == true }
            #expect(misplaced.isEmpty)
        }
    }

    @Test func `an action has one entry from its beginning to its end`() {
        var fold = TimelineFold(capacity: 100)
        var log = News()
        let request = log.begin(.init())
        log.append(.advisory, "something else")
        fold.append(log.events, where: nil)
        #expect(groups(fold) == [[1], [2]])
        #expect(fold.entries[0].isRunning && fold.entries[0].end == nil)
        log.end(.init(), request: request)
        fold.append(log.events, where: nil)
        #expect(groups(fold) == [[1], [2]])
        #expect(fold.entries[0].event.id == 3 && fold.entries[0].begin?.id == 1)
    }

    @Test func `an end without a beginning is an entry that begins as long before as the action took`() {
        var fold = TimelineFold(capacity: 100)
        var log = News()
        log.end(.init(), request: 7, duration: 10)
        fold.append(log.events, where: nil)
        #expect(groups(fold) == [[1]])
        #expect(fold.entries[0].start == SampleApp.start.addingTimeInterval(-10))
    }

    @Test func `the end of another action with the same number is ignored`() {
        var fold = TimelineFold(capacity: 100)
        var log = News()
        let request = log.begin(.init())
        log.end(.init(action: "Stop"), request: request)
        fold.append(log.events, where: nil)
        #expect(groups(fold) == [[1], [2]])
    }

    @Test func `changes of availability are never grouped`() {
        var fold = TimelineFold(capacity: 100)
        var log = News()
        for _ in 1...3 { log.change("Premium: purchased", [("F", "F")], to: true) }
        fold.append(log.events, where: nil)
        #expect(fold.groups.count == 3)
    }

    @Test func `switching to a row per event and back gives the same groups`() {
        var fold = TimelineFold(capacity: 100)
        fold.append(News.used.events, where: nil)
        let before = groups(fold)
        fold.rebuild(pairingActions: false, where: nil)
        #expect(fold.entries.count == News.used.events.count)
        fold.rebuild(pairingActions: true, where: nil)
        #expect(groups(fold) == before)
        #expect(fold.lastID == News.used.events.last?.id)
    }
}

import FeatureGating
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintRecording

struct ExportTests {
    private let subject = ExportSubject(app: "The \"Museum\"", program: "tests 1.0", system: "Linux")

    /// An action of a quarter of a second, and the surrounding events.
    private var events: [EventRecord] {
        let date = Date(timeIntervalSince1970: 1_767_225_600.5)
        let began = EventRecord(
            id: 1, date: date, cause: "user", title: "Tour: start", content: .actionBegan(execution()))
        let input = "=1+2, \"x\"\nand more|"
        let ended = EventRecord(
            id: 2, date: date.addingTimeInterval(0.25), cause: "user", title: "Tour: start",
            content: .actionCompleted(execution(input: input), outcome: .success, duration: 0.25))
        let pass = FactRecord(key: .featureFlag("pass"), fact: Fact(actual: .truth(.true), source: "file", since: date))
        let tour = FeatureChange(featureID: "Tour", featureName: "Tour", before: nil, after: true)
        let change = EventRecord(
            id: 3, date: date.addingTimeInterval(1), cause: "console", title: "Pass: on <b>",
            content: .factChanged(EventRecord.Change(of: pass, features: [tour])))
        let running = EventRecord(
            id: 4, date: date, cause: "user", title: "Tour: start", content: .actionBegan(execution(8)))
        let denied = EventRecord(
            id: 5, date: date, cause: "user", title: "Attic: look denied",
            content: .requestDenied(EventRecord.Action(featureID: "Attic", id: "LookAction"), blockers: []))
        return [began, ended, change, running, denied]
    }

    private func execution(_ request: UInt = 7, input: String? = nil) -> EventRecord.Execution {
        var execution = EventRecord.Execution(
            of: EventRecord.Action(featureID: "Tour", id: "StartAction", session: "main"), request: request)
        (execution.stack, execution.input) = (2, input)
        return execution
    }

    private func text(_ format: ExportFormat, _ events: [EventRecord]? = nil) throws -> String {
        var export = format.export(of: subject)
        var text = export.beginning
        for event in events ?? self.events { text += try export.encode(event) }
        return text + (try export.finish())
    }

    private func object(_ format: ExportFormat, _ events: [EventRecord]? = nil) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(text(format, events).utf8))
        return try #require(object as? [String: Any])
    }

    @Test func `an action is a slice of a trace, and any other event is a mark`() throws {
        let trace = try #require(try object(.chrome)["traceEvents"] as? [[String: Any]])
        let slice = try #require(trace.first { $0["ph"] as? String == "X" })
        #expect(slice["ts"] as? Double == 1_767_225_600_500_000 && slice["dur"] as? Double == 250_000)
        #expect(slice["name"] as? String == "Tour: start")
        #expect((slice["args"] as? [String: String])?["outcome"] == "success")
        #expect(trace.count { $0["ph"] as? String == "i" } == 2)
        #expect(trace.count { $0["ph"] as? String == "B" } == 1)
        let names = trace.filter { $0["name"] as? String == "thread_name" }
            .compactMap { ($0["args"] as? [String: String])?["name"] }
        #expect(names == ["main", "app"])
        let tracks = trace.filter { $0["name"] as? String == "thread_name" }.compactMap { $0["tid"] as? Int }
        #expect(tracks == [1, 2])
        // Marks belong to a track, not to the process or to all processes.
        #expect(trace.allSatisfy { ($0["s"] as? String == "t") == ($0["ph"] as? String == "i") })
    }

    @Test func `a running action beyond the limit is a mark`() throws {
        let many = (1...ChromeTrace.openSpanLimit + 1).map { number in
            var event = events[3]
            (event.id, event.content) = (UInt64(number), .actionBegan(execution(UInt(number))))
            return event
        }
        let trace = try #require(try object(.chrome, many)["traceEvents"] as? [[String: Any]])
        #expect(trace.count { $0["ph"] as? String == "B" } == ChromeTrace.openSpanLimit)
        #expect(trace.count { $0["ph"] as? String == "i" } == 1)
    }

    @Test func `the attributes of an event have the names of its properties`() {
        var execution = execution(input: "=1+2, \"x\"\nand more|")
        (execution.source, execution.userInitiated, execution.inputInfo) = ("application", true, ["to": "x"])
        var event = events[1]
        event.content = .actionCompleted(execution, outcome: .success, duration: 0.25)
        #expect(
            event.exportedAttributes.map { "\($0.name)=\($0.value)" } == [
                "flint.event=2", "flint.kind=action-completed", "flint.session=main", "flint.cause=user",
                "flint.feature=Tour", "flint.action=StartAction", "flint.request=7", "flint.stack=2",
                "flint.source=application", "flint.user_initiated=true", "flint.input==1+2, \"x\"\nand more|",
                "flint.input.to=x", "flint.outcome=success",
            ])
        #expect(events[2].exportedAttributes.last?.name == "flint.features")
    }

    @Test func `JSON Lines have ISO dates`() throws {
        let lines = try text(.jsonl).split(separator: "\n")
        #expect(lines.count == events.count && lines[0].contains(#""date":"2026-01-01T00:00:00Z""#))
    }

    @Test func `spans have times, identifiers and a status`() throws {
        let resources = try #require(try object(.otlp)["resourceSpans"] as? [[String: Any]])
        let scopes = try #require(resources.first?["scopeSpans"] as? [[String: Any]])
        let spans = try #require(scopes.first?["spans"] as? [[String: Any]])
        #expect(spans.count == 4)
        let action = try #require(spans.first)
        #expect(action["startTimeUnixNano"] as? String == "1767225600500000000")
        #expect(action["endTimeUnixNano"] as? String == "1767225600750000000")
        #expect((action["status"] as? [String: Any])?["code"] as? Int == 1)
        for span in spans {
            let (trace, id) = (span["traceId"] as? String ?? "", span["spanId"] as? String ?? "")
            #expect(trace.count == 32 && id.count == 16 && (trace + id).allSatisfy(\.isHexDigit))
        }
        #expect(Set(spans.compactMap { $0["spanId"] as? String }).count == 4)
        let denied = spans.first { $0["name"] as? String == "Attic: look denied" }
        #expect((denied?["status"] as? [String: Any])?["code"] as? Int == 2)
    }

    @Test func `a span that began before 1970 is exported with a start in 1970`() throws {
        let event = EventRecord(
            id: 1, date: Date(timeIntervalSince1970: -8.99e9), cause: "user", title: "old",
            content: .actionCompleted(execution(), outcome: .success, duration: 9e8))
        #expect(try text(.otlp, [event]).contains("\"startTimeUnixNano\":\"0\""))
    }

    @Test func `cells of CSV are quoted and never formulas`() throws {
        let lines = try text(.csv)
        #expect(lines.hasPrefix("event,date,kind,session,cause,") && lines.hasSuffix("\r\n"))
        #expect(lines.contains("2,2026-01-01T00:00:00.750Z,action-completed,main,user,Tour,StartAction,7,"))
        #expect(lines.contains("\"'=1+2, \"\"x\"\"\nand more|\""))
        #expect(lines.contains(",Tour: undetermined -> available\r\n"))
    }

    @Test func `each cell of Markdown is on one line`() throws {
        let lines = try text(.markdown).split(separator: "\n")
        #expect(lines.first == "# Timeline of The \"Museum\"")
        #expect(lines.count == 3 + events.count)
        #expect(lines.last { $0.contains(#"\<b>"#) } != nil)
        let change = try #require(events[2].exportedAttributes.last?.value)
        #expect(lines.count { $0.hasSuffix(" | \(change) |") } == 1)
        for (duration, cell) in [(0.009_999, "| 9999 µs |"), (0.01, "| 10 ms |")] {
            var short = events[1]
            short.content = .actionCompleted(execution(), outcome: .success, duration: duration)
            #expect(try text(.markdown, [short]).contains(cell))
        }
    }

    @Test(arguments: SeasonalZone.all)
    func `Markdown shows summer and winter events in local time`(zone: SeasonalZone) async {
        await #expect(processExitsWith: .success) { [zone] in
            zone.makeLocal()
            let subject = ExportSubject(app: "Museum", program: "tests", system: "Linux", timeZone: .local)
            var export = ExportFormat.markdown.export(of: subject)
            for (date, time) in zone.times {
                let event = EventRecord(
                    id: 1, date: date, cause: "store", title: "renewed", content: .storeEvent(product: nil))
                let text = try export.encode(event)
                #expect(text.contains("-15 \(time):00.000 |"))
            }
        }
    }

    @Test(arguments: ExportFormat.allCases)
    func `empty and invalid events are exported too`(format: ExportFormat) throws {
        _ = try text(format, [])
        var odd = events
        for (index, date) in [1e308, -1e308, .infinity, .nan, -1].enumerated() {
            odd[index].date = Date(timeIntervalSince1970: date)
            let duration = index.isMultiple(of: 2) ? .nan : 1e300
            odd[index].content = .actionCompleted(execution(), outcome: .success, duration: duration)
        }
        // JSON cannot represent these numbers, which must cause an error rather than a crash.
        _ = try? text(format, odd)
        odd = events.map { event in
            var event = event
            event.date = Date(timeIntervalSince1970: 1e300)
            event.content = .actionCompleted(execution(), outcome: .success, duration: -1)
            return event
        }
        #expect(try !text(format, odd).isEmpty)
    }
}

import FeatureGating
import FlintInspectorTestSupport
import FlintTerminal
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct LocalTimeTests {
    @Test(arguments: SeasonalZone.all)
    func `reports show summer and winter dates in local time`(zone: SeasonalZone) async {
        await #expect(processExitsWith: .success) { [zone] in
            zone.makeLocal()
            for (date, time) in zone.times {
                let day = "2026-\(date == SeasonalZone.january ? "01" : "07")-15"
                let event = EventRecord(
                    id: 1, date: date, cause: "store", title: "renewed", content: .storeEvent(product: nil))
                #expect(PlainReport.line(event, timeZone: .local).hasPrefix("\(time):00 "))
                let entry = HistoryEntry(
                    id: 1, date: date, source: "console", message: "set", canBeUndone: false, isUndone: false)
                #expect(PlainReport.line(entry, timeZone: .local).contains("\(day) \(time)"))
                let line = LogLine(id: 1, date: date, level: .info, text: "loaded", label: "app", source: "app")
                #expect(PlainReport.line(line, timeZone: .local).hasPrefix("\(time):00 "))
                let app = SampleApp()
                app.perform(.store(.advance(seconds: date.timeIntervalSince(SampleApp.start))))
                app.override(.purchase(productID: "premium"), .truth(.true), expiry: .until(date))
                let report = PlainReport.lines(of: app.world(of: nil), events: [event], timeZone: .local)
                #expect(report.contains { $0.contains("\(day) \(time)") && $0.hasPrefix("Override: ") }, "\(report)")
                #expect(report.contains { $0.contains("\(day) \(time)") && $0.contains("clock: ") }, "\(report)")
            }
        }
    }

    @Test(arguments: SeasonalZone.all)
    func `an override's expiry is the same in a message, in a report, and in the console`(zone: SeasonalZone) async {
        await #expect(processExitsWith: .success) { [zone] in
            zone.makeLocal()
            for (date, time) in zone.times {
                let expiry = OverrideExpiry.until(date)
                // The current date is in the other half of the year.
                let now = date - 180 * 86_400
                let text = expiry.displayText(at: now)
                #expect(text.hasPrefix("until 2026-") && text.hasSuffix(" \(time)"))
                #expect(OverrideExpiryFormatter.expiry(expiry, in: .local, today: now) == text)
                #expect(OverrideExpiryFormatter.expiry(expiry, in: .local, today: date - 300) == "until \(time)")
                #expect(expiry.displayText(at: date - 300) == "until \(time)")
            }
        }
    }

    @Test(arguments: SeasonalZone.all)
    func `the timeline of the console shows summer and winter events in local time`(zone: SeasonalZone) async {
        await #expect(processExitsWith: .success) { [zone] in
            zone.makeLocal()
            var log = News()
            for (date, time) in zone.times {
                log.append(
                    .storeEvent(product: nil), "Premium subscription: renewed at \(time)", cause: "store")
                log.events[log.events.count - 1].date = date
            }
            var driver = ConsoleDriver(SampleApp(news: log))
            driver.state.environment.timeZone = .local
            driver.go(to: .timeline)
            let rows = driver.text()
            for (_, time) in zone.times { #expect(rows.contains("\(time):00"), "\(rows)") }
        }
    }

    @MainActor
    @Test func `the console of a terminal shows local time`() {
        let shell = ConsoleShell(
            screen: MemoryTerminal(size: TerminalSize(columns: 80, rows: 24)), inspector: SampleApp())
        #expect(shell.state.environment.timeZone == .local)
    }
}

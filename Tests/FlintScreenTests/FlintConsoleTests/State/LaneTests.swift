import FlintTerminal
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct LaneTests {
    private let smart = WatchList.Item.feature(PodcastFeatures.smart)
    private let premium = WatchList.Item.fact(FactReference(kind: .purchase, key: "premium"))

    private func driver(_ log: News = .expired, keys: String = "", usesUTF8: Bool = true) -> ConsoleDriver {
        var driver = ConsoleDriver(SampleApp(news: log), rows: 60, usesUTF8: usesUTF8)
        driver.go(to: .timeline)
        driver.press(.lanes)
        driver.type(keys)
        return driver
    }

    private func subjects(_ driver: ConsoleDriver) -> [WatchList.Item] {
        driver.state.screens.timeline.tail.rows.lanes?.lanes.map(\.subject) ?? []
    }

    /// Returns the bar of a lane, without the name before it and the frame after it.
    private func bar(of name: String, _ driver: ConsoleDriver) -> String {
        let line = driver.canvas().lines.first { $0.dropFirst(6).hasPrefix(name) } ?? ""
        return String(line.dropFirst(41).dropLast(2))
    }

    private var cursor: (ConsoleDriver) -> UInt64? { { $0.state.screens.timeline.tail.rows.cursorEvent } }

    private func selected(_ driver: ConsoleDriver) -> WatchList.Item? {
        guard case .lane(let lane)? = driver.state.screens.timeline.tail.selected?.content else { return nil }
        return lane.subject
    }

    // MARK: The picture

    @Test func `features with events have lanes in hierarchy order, followed by facts`() {
        let driver = driver()
        let (playback, downloading) = (PodcastFeatures.playback, PodcastFeatures.downloading)
        let features = [
            playback, downloading, PodcastFeatures.speed, PodcastFeatures.turbo, PodcastFeatures.smart,
            PodcastFeatures.clips,
        ]
        let listed = driver.state.model.features.map(\.id).filter(Set(features).contains)
        #expect(subjects(driver) == listed.map(WatchList.Item.feature) + [premium])
    }

    @Test func `a bar shows when the feature was available, and each event has a mark`() {
        var log = News()
        log.act(.init(feature: PodcastFeatures.smart, name: "Smart playlists"))
        for _ in 1...4 { log.append(.advisory, "time passes") }
        log.change("Premium: no", [(PodcastFeatures.smart, "Smart playlists")], to: false)
        for _ in 1...4 { log.append(.advisory, "time passes") }
        log.append(.denied(PodcastFeatures.smart), "Smart playlists: “Show” denied", cause: "user")
        let bar = bar(of: "Smart playlists", driver(log))
        let parts = bar.split(separator: "~")
        #expect(parts.count == 2)
        #expect(parts[0].first == "•" && parts[0].dropFirst().allSatisfy { $0 == "━" })
        #expect(parts[1].last == "×" && parts[1].dropLast().allSatisfy { $0 == "·" })
    }

    @Test func `the value of a fact is written on its bar`() {
        var log = News()
        log.expirePremium()
        for _ in 1...3 { log.act(.init()) }
        #expect(bar(of: "Premium subscription", driver(log)).contains("~ not purchased ─"))
    }

    private static let smartID = PodcastFeatures.smart

    @Test(arguments: [
        (EventRecord.Content.actionBegan(News.Performed(feature: smartID).execution(1)), "▶"),
        (.completed(smartID), "•"), (.completed(smartID, outcome: .failure), "!"), (.denied(smartID), "×"),
        (.promptShown(EventRecord.Prompt(permission: nil, featureID: smartID)), "?"),
        (.flowBegan(featureID: smartID), "?"), (.identifierChanged(featureID: smartID), "?"),
        (.storeEvent(product: FactReference(kind: .purchase, key: "premium")), "$"),
        (.changed(featureID: smartID), "~"),
    ])
    func `a mark shows the outcome or the kind of an event`(content: EventRecord.Content, mark: String) {
        var log = News()
        log.append(content, "Smart playlists: event")
        let lane = if case .storeEvent = content { "Premium subscription" } else { "Smart playlists" }
        #expect(bar(of: lane, driver(log)).contains(mark))
    }

    @Test func `a denial hides an action if they share a cell`() {
        var log = News()
        for _ in 1...200 { log.act(.init(feature: PodcastFeatures.smart, name: "Smart playlists")) }
        log.append(.denied(PodcastFeatures.smart), "Smart playlists: denied")
        for _ in 1...200 { log.act(.init(feature: PodcastFeatures.smart, name: "Smart playlists")) }
        #expect(bar(of: "Smart playlists", driver(log)).count { $0 == "×" } == 1)
    }

    @Test func `lanes can be drawn in ASCII`() {
        let driver = driver(usesUTF8: false)
        let isPlain = driver.canvas().lines.prefix(20).allSatisfy { $0.utf8.allSatisfy { $0 < 128 } }
        #expect(isPlain)
        #expect(bar(of: "Smart playlists", driver).contains("="))
    }

    @Test func `a timeline without events of features or facts has no lanes and states this`() {
        var log = News()
        log.append(.advisory, "careful")
        #expect(driver(log).text().contains("No event concerns a feature or a fact."))
    }

    @Test func `the axis reaches the newest event, even if it belongs to another feature`() {
        var log = News()
        log.change("Premium: yes", [(PodcastFeatures.smart, "Smart playlists")], to: true)
        log.act(.init())
        for _ in 1...6 { log.append(.advisory, "time passes") }
        var driver = driver(log)
        driver.select(.smartPlaylists)
        driver.press(.narrow)
        driver.go(to: .timeline)
        #expect(subjects(driver) == [smart])
        #expect(bar(of: "Smart playlists", driver).count { $0 == "━" } > 70)
    }

    @Test func `the last change of a feature is shown although the narrowed view hides it`() {
        var driver = ConsoleDriver(.expired)
        driver.select(.feature("Podcast downloading"))
        driver.press(.narrow)
        #expect(driver.state.screens.narrowing.ids == [PodcastFeatures.downloading])
        driver.select(.smartPlaylists)
        #expect(!driver.state.screens.narrowing.isEmpty)
        driver.press(.lastChange)
        #expect(driver.state.screens.narrowing.isEmpty)
        #expect(
            driver.state.screens.timeline.tail.selected?.entry.changesAvailability(of: PodcastFeatures.smart) == true)
    }

    // MARK: The cursor

    @Test func `left and right move between the events of the lane`() {
        var driver = driver(keys: "g")
        driver.state.screens.timeline.tail.select(
            row: subjects(driver).firstIndex(of: smart) ?? 0, height: driver.state.layout.listHeight(of: .timeline))
        #expect(cursor(driver) == nil)
        var events: [UInt64?] = []
        for _ in 1...5 {
            driver.type("h")
            events.append(cursor(driver))
        }
        #expect(events == [39, 34, 4, 3, 3])
        #expect(driver.announcement == "The lane has no earlier event")
        driver.type("l")
        #expect(cursor(driver) == 4)
        driver.type("lll")
        #expect(cursor(driver) == nil)
    }

    @Test func `the last loss of a long record is found with three keys`() {
        var log = News()
        for number in 1...4_000 {
            log.append(.denied(PodcastFeatures.clips), "Clip sharing: denied")
            if number == 1_500 { log.expirePremium() }
        }
        let driver = driver(log, keys: "N")
        #expect(selected(driver) == smart)
        #expect(cursor(driver) == 1_502)
        #expect(driver.state.detailLines()[0].text.hasPrefix("Smart playlists: not available since"))
    }

    @Test func `the search for losses continues at the other end`() {
        var driver = driver(keys: "NN")
        #expect(cursor(driver) == 34)
        driver.type("N")
        #expect(driver.announcement == "Continued from the end; n goes back")
        driver.type("n")
        #expect(driver.announcement == "Continued from the beginning; N goes back")
    }

    @Test func `the search reports that no loss was found`() {
        var log = News()
        log.act(.init())
        #expect(driver(log, keys: "N").announcement == "No event here made a feature unavailable")
    }

    @Test func `a loss leads to its cause, and the cause to its fact`() {
        var driver = driver(keys: "Nc")
        #expect(selected(driver) == premium)
        #expect(driver.state.screens.timeline.tail.selected?.entry.event.kind == .store)
        driver.type("v")
        #expect(driver.state.screen == .purchases)
        #expect(driver.state.screen.behavior.selectedID(in: driver.state) == "premium")
    }

    @Test func `the details state the values at the cursor`() {
        var driver = driver(keys: "N")
        #expect(driver.state.detailLines()[0].text == "Smart playlists: not available since 12:04:19")
        driver.type("hh")
        #expect(driver.state.detailLines()[0].text == "Smart playlists: available since 12:03:44")
    }

    @Test func `time travel moves the cursor and keeps the future on the lanes`() {
        var driver = driver(keys: "N")
        driver.state.environment.canTravel = true
        let bar = bar(of: "Clip sharing", driver)
        driver.feed(.travelled(34, problem: nil))
        let isPast = driver.state.isInThePast
        #expect(isPast)
        #expect(cursor(driver) == 34)
        #expect(self.bar(of: "Clip sharing", driver).count { $0 == "×" } == bar.count { $0 == "×" })
        driver.type("h")
        #expect(driver.effects.last == .travel(4))
        driver.feed(.travelled(nil, problem: nil))
        #expect(cursor(driver) == nil)
    }

    @Test func `zooming in halves the axis around the cursor`() {
        var log = News()
        log.act(.init())
        for _ in 1...7 { log.append(.advisory, "time passes") }
        log.act(.init(action: "Pause"))
        var driver = driver(log)
        let heading = { (driver: ConsoleDriver) in driver.canvas().lines.first { $0.contains("feature, fact") } ?? "" }
        #expect(heading(driver).contains("12:03:41") && heading(driver).contains("12:03:51"))
        driver.type("+")
        #expect(heading(driver).contains("12:03:46.000") && heading(driver).contains("12:03:51.000"))
        driver.type("--")
        #expect(driver.announcement == "The axis covers all events")
        for _ in 0...TimelineState.zoomLimit { driver.type("+") }
        #expect(driver.announcement == "The axis cannot be zoomed further")
        driver.type("w+")
        #expect(driver.announcement == "Only lanes can be zoomed: w shows them")
    }

    // MARK: The list

    @Test func `the event stays selected when lanes are shown and hidden`() {
        var driver = ConsoleDriver(.expired)
        driver.go(to: .timeline)
        driver.select(row: "(3 features)")
        let entry = driver.state.screens.timeline.tail.selected?.entry
        driver.press(.lanes)
        #expect(driver.state.screens.timeline.tail.selected?.entry == entry)
        driver.press(.lanes)
        #expect(driver.state.screens.timeline.tail.selected?.entry == entry)
    }

    @Test func `the key for beginnings and ends is refused on lanes`() {
        #expect(driver(keys: "B").announcement == "On lanes, each action is one mark")
    }

    @MainActor
    @Test func `the linear console reads a lane as runs`() async {
        let text = await LinearDriver(SampleApp(news: .expired)).type("timeline", "lanes")
        #expect(text.contains("3  Podcast downloading: available; 1 failed, 1 running\n"))
        #expect(text.contains("7  Premium subscription: purchased, not purchased from 12:04:19; 1 in the store\n"))
    }

    // MARK: Consistency

    @Test(arguments: [nil, "smart", "!kind:store"])
    func `lanes that are updated step by step equal lanes that are built at once`(filter: String?) throws {
        var random = SplitMix64(seed: 7)
        var driver = driver(News())
        if let filter { driver.filter(filter) }
        for _ in 1...60 {
            driver.log { log in
                switch Int.random(in: 0..<5, using: &random) {
                case 0: log.expirePremium()
                case 1: log.act(.init(feature: PodcastFeatures.smart, name: "Smart playlists"))
                case 2: log.begin(.init(feature: PodcastFeatures.downloading))
                case 3:
                    guard let request = log.events.last(where: { $0.kind == .actionBegan })?.execution?.request
                    else { return }
                    log.end(.init(feature: PodcastFeatures.downloading), request: request, outcome: .failure)
                default: log.change("x", [(PodcastFeatures.speed, "Dynamic speed")], to: .random(using: &random))
                }
            }
            let rows = driver.state.screens.timeline.tail.rows
            let lanes = try #require(rows.lanes)
            #expect(lanes.lanes == Lanes(rows.fold, ranks: lanes.ranks).lanes)
        }
    }

    @Test func `events beyond the capacity leave the lanes`() throws {
        var fold = TimelineRows(capacity: 50)
        fold.showLanes(inOrderOf: [])
        var log = News()
        for _ in 1...200 { log.act(.init()) }
        for event in log.events { fold.append([event], where: nil) }
        let lanes = try #require(fold.lanes)
        #expect(lanes.lanes == Lanes(fold.fold, ranks: [:]).lanes)
        #expect(lanes.span?.lowerBound ?? 0 >= fold.fold.positions.lowerBound)
    }
}

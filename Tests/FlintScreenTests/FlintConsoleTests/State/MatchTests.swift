import FlintWorld
import Testing

@testable import FlintConsole

struct MatchTests {
    @Test func `without a filter, n and N find unavailable features and wrap around`() {
        var driver = ConsoleDriver()
        var visited: [String] = []
        let unavailable = driver.state.model.features.filter { $0.isAvailable == false }.map(\.name)
        for _ in unavailable {
            driver.type("n")
            visited.append(driver.state.selectedFeature?.name ?? "")
            #expect(driver.announcement.isEmpty)
        }
        #expect(visited == unavailable)
        driver.type("n")
        #expect(driver.state.selectedFeature?.name == unavailable.first)
        #expect(driver.announcement == "Continued from the beginning; N goes back")
        driver.type("N")
        #expect(driver.state.selectedFeature?.name == unavailable.last)
        #expect(driver.announcement == "Continued from the end; n goes back")
    }

    @Test func `with a kept filter, n and N move between matches and skip groups`() {
        var driver = ConsoleDriver()
        driver.filter("needs:premium")
        let matches = driver.state.screens.features.rows.filter { !$0.isContext }.map(\.id)
        #expect(matches.count == 4)
        for match in matches.dropFirst() {
            driver.type("n")
            #expect(driver.state.screens.features.browser.list.selection == match)
        }
        driver.type("NN")
        #expect(driver.state.screens.features.browser.list.selection == matches[1])
    }

    @Test func `the details follow the current match`() {
        var driver = ConsoleDriver()
        driver.type("<tab>Gn")
        #expect(driver.state.pane == .detail)
        #expect(driver.state.details.top == 0)
        #expect(driver.state.selectedFeature?.available == false)
    }

    @Test func `a search without a match is announced`() {
        for (keys, text) in [
            ("2/xyz<enter>n", "Nothing matches the filter"), ("/smart<enter>n", "This is the only match"),
            ("5n", "No event here failed, was denied or made a feature unavailable"),
            ("6n", "No action here failed or was denied"),
        ] {
            var driver = ConsoleDriver()
            driver.type(keys)
            #expect(driver.announcement == text)
            #expect(driver.effects == [.ring])
        }
    }

    @Test func `every list defines its own failures`() {
        for (keys, selected) in [("2gn", "premium"), ("3gn", "photos"), ("3gN", "photos")] {
            var driver = ConsoleDriver()
            driver.type(keys)
            let state = driver.state
            #expect(
                (state.screen == .purchases ? state.screens.purchases.browser : state.screens.permissions.browser).list
                    .selection
                    == selected)
        }
        var driver = ConsoleDriver(.active)
        driver.type("7N")
        #expect((driver.state.selectedLine?.level ?? .trace) >= .error)
    }

    @Test func `going to a denial stops following, and going to the newest event resumes it`() {
        var log = News()
        for number in 1...60 {
            log.append(number == 9 ? .denied() : .completed(), "thing \(number)")
        }
        var driver = ConsoleDriver(SampleApp(news: log))
        driver.type("5N")
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 9)
        #expect(!driver.state.screens.timeline.tail.isFollowing)
        #expect(driver.text().contains("thing 9"))
        driver.type("G")
        #expect(driver.state.screens.timeline.tail.isFollowing)
    }

    @Test func `the search finds the nearest match in its direction in any list`() {
        for _ in 0..<500 {
            let rows = (0..<Int.random(in: 0...8)).map { _ in Bool.random() }
            let (start, step) = (Int.random(in: 0..<max(1, rows.count)), Bool.random() ? 1 : -1)
            let found = MatchSearch.findNext(from: start, by: step, count: rows.count) { rows[$0] }
            let ahead = step > 0 ? Array(rows.indices.dropFirst(start + 1)) : rows.indices.prefix(start).reversed()
            let behind = step > 0 ? Array(rows.indices.prefix(start)) : rows.indices.dropFirst(start + 1).reversed()
            if let row = ahead.first(where: { rows[$0] }) {
                #expect(found?.row == row && found?.result == .found)
            } else if let row = behind.first(where: { rows[$0] }) {
                #expect(found?.row == row && found?.result == .foundFromOtherEnd)
            } else if rows.indices.contains(start), rows[start] {
                #expect(found?.row == start && found?.result == .isOnly)
            } else {
                #expect(found == nil)
            }
        }
    }
}

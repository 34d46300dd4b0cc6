import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct LogsTests {
    private func driver(_ app: SampleApp = .active, columns: Int = 120) -> ConsoleDriver {
        var driver = ConsoleDriver(app, columns: columns)
        driver.go(to: .logs)
        return driver
    }

    private func texts(_ driver: ConsoleDriver) -> [String] {
        let tail = driver.state.screens.logs.tail
        return (0..<tail.count).compactMap { tail.rows.row($0)?.text }
    }

    @Test func `the minimum level is cycled both ways`() {
        var driver = ConsoleDriver(.active)
        driver.go(to: .logs)
        driver.press(.nextLevel, .nextLevel)
        #expect(driver.state.screens.logs.minimumLevel == .info)
        driver.press(.previousLevel)
        #expect(driver.state.screens.logs.minimumLevel == .debug)
        driver.press(.previousLevel, .previousLevel)
        #expect(driver.state.screens.logs.minimumLevel == LogLine.Level.offered.last)
    }

    @Test func `levels and topics are chosen from a list that marks the current ones`() throws {
        var driver = ConsoleDriver(.active)
        driver.go(to: .logs)
        driver.press(.chooseLines)
        let dialog = try #require(driver.choices)
        #expect(dialog.title == "Log lines to show")
        #expect(dialog.options[dialog.selected].isCurrent)
        let only = try #require(dialog.options.firstIndex { $0.title.hasPrefix("only ") })
        driver.choose(dialog.options[only].title)
        let topic = try #require(driver.state.screens.logs.topic)
        #expect(driver.state.screens.logs.tail.count < driver.state.screens.logs.tail.rows.items.count)
        driver.press(.chooseLines)
        #expect(driver.choices?.options.first { $0.intent == .showTopic(topic) }?.isCurrent == true)
        driver.choose("debug and above")
        #expect(driver.state.screens.logs.minimumLevel == .debug)
        #expect(driver.state.screens.logs.topic == topic)
    }

    @Test func `the newest log line is followed until the selection moves`() {
        var driver = driver()
        #expect(driver.state.selectedLine?.text == "tick")
        driver.log { $0.write(.info, "one more") }
        #expect(driver.state.selectedLine?.text == "one more")
        #expect(driver.text().contains("following, 11 of 11"))
        driver.type("k")
        let row = driver.canvas().cursor?.row
        driver.log { $0.write(.info, "and more") }
        #expect(driver.state.selectedLine?.text == "tick")
        #expect(driver.canvas().cursor?.row == row)
        driver.type("G")
        driver.log { $0.write(.info, "the last") }
        #expect(driver.state.selectedLine?.text == "the last")
    }

    @Test func `the minimum level cycles and is shown in the title`() {
        var driver = driver()
        var counts: [Int] = []
        for words in ["debug", "info", "notice", "warning", "error"] {
            driver.press(.nextLevel)
            #expect(driver.text().contains("Logs – \(words) and above"))
            counts.append(driver.state.screens.logs.tail.count)
        }
        #expect(counts == [9, 6, 3, 2, 1])
        driver.press(.nextLevel)
        #expect(!driver.text().contains("and above"))
        #expect(driver.state.screens.logs.tail.count == 10)
    }

    @Test func `a new line below the minimum level is hidden`() {
        var driver = driver()
        driver.press(.chooseLines)
        driver.choose("warning and above")
        driver.log { log in
            log.write(.info, "hidden")
            log.write(.critical, "the disk is full")
        }
        #expect(driver.state.screens.logs.tail.count == 3)
        #expect(driver.state.selectedLine?.text == "the disk is full")
        driver.press(.nextLevel)
        #expect(texts(driver).last == "the disk is full", "Critical lines are never hidden.")
        driver.press(.nextLevel)
        #expect(texts(driver).contains("hidden"))
    }

    @Test func `the topic filter is turned on and off`() {
        var driver = driver()
        driver.select(row: "The server is slow")
        #expect(driver.state.selectedLine?.level == .warning)
        driver.press(.restrictTopic)
        #expect(texts(driver).count == 4)
        #expect(driver.state.selectedLine?.level == .warning, "The selection has not changed.")
        #expect(driver.text().contains("Logs – only Podcast downloading: Download"))
        driver.press(.restrictTopic)
        #expect(driver.state.screens.logs.tail.count == 10)
        #expect(driver.state.selectedLine?.level == .warning)
        driver.press(.restrictTopic)
        driver.type("<esc>")
        #expect(driver.state.screens.logs.topic == nil, "Escape also shows every topic.")
    }

    @Test func `a line without a topic cannot be filtered by, focused or visited`() {
        var driver = driver()
        driver.type("g")
        for (key, reason) in [("t", "has no topic"), ("F", "concerns no feature"), ("v", "concerns no feature")] {
            driver.type(key)
            #expect(driver.announcement.contains(reason))
        }
        #expect(driver.state.screen == .logs)
    }

    @Test func `the filter matches text, topic, level and session`() {
        for (words, count) in [("fog", 1), ("warning", 1), ("background", 5), ("downloadingfeature", 5), ("feeds", 2)] {
            var driver = driver()
            driver.filter(words)
            #expect(driver.state.screens.logs.tail.count == count, "\(words)")
        }
    }

    @Test func `filter, level and topic apply together`() {
        var driver = driver()
        driver.select(row: "the connection was lost")
        driver.press(.restrictTopic, .nextLevel, .nextLevel)
        driver.filter("slow")
        #expect(texts(driver) == ["The server is slow: 12 kB/s"])
        driver.log { $0.write(.warning, "slow too") }
        #expect(driver.state.screens.logs.tail.count == 1)
        driver.type("<esc>")
        #expect(driver.state.screens.logs.tail.count == 3)
    }

    @Test func `no key selects a line that the filter hides`() {
        var driver = driver()
        driver.select(row: "the connection was lost")
        driver.filter("xyz")
        #expect(driver.text().contains("filter  xyz  esc clears the filter"))
        for key in ["t", "F", "v"] {
            driver.type(key)
            #expect(driver.announcement.contains("hidden by the filter (esc)"), "\(key)")
        }
        #expect(driver.app.sent.isEmpty)
        driver.type("<esc>")
        #expect(driver.state.screens.logs.tail.count == 10)
    }

    @Test func `an open log line stays selected`() {
        var driver = driver()
        driver.type("<enter>")
        driver.log { $0.write(.error, "one more") }
        #expect(driver.state.selectedLine?.text == "tick")
        driver.type("<esc>")
        driver.log { $0.write(.error, "and more") }
        #expect(
            driver.state.selectedLine?.text == "tick", "The selection is not replaced when the list is focused again.")
    }

    @Test func `a log line leads to its feature, and escape returns`() {
        var driver = ConsoleDriver(.active)
        driver.type("jj<left><left>")
        driver.go(to: .logs)
        driver.select(row: "the connection was lost")
        driver.press(.goTo)
        #expect(driver.state.screen == .features)
        #expect(driver.state.selectedFeature?.name == "Podcast downloading")
        #expect(driver.state.screens.features.browser.list.isPresent)
        driver.type("<esc>")
        #expect(driver.state.screen == .logs)
    }

    @Test func `visiting a feature expands its collapsed group`() {
        var driver = ConsoleDriver(.active)
        driver.type("<left>")
        #expect(driver.state.screens.features.rows.count == 1)
        driver.go(to: .logs)
        driver.select(row: "the connection was lost")
        driver.press(.goTo)
        #expect(driver.state.selectedFeature?.name == "Podcast downloading")
        #expect(driver.state.screens.features.browser.list.isPresent)
    }

    @Test func `the details of a log line contain every field and the whole text`() {
        var driver = driver()
        driver.select(row: "the connection was lost")
        driver.type("<enter>")
        let text = driver.state.detailLines().map(\.text).joined(separator: "\n")
        for part in [
            "error", "the connection was lost", "after 3 attempts", "12:03:48.000", "Podcast downloading (",
            "Download (DownloadAction)", "background", "timedOut", "flint.development", "FlintCore",
            "Stack #1 - step #1",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func `hostile log lines draw no control characters`() {
        for columns in [60, 80, 120] {
            var driver = driver(.hostileLog, columns: columns)
            for key in ["g", "j", "j", "j", "<enter>", "<esc>", "k", "<enter>", "G", "<pgup>"] {
                driver.type(key)
                let lines = driver.canvas().lines
                #expect(lines.allSatisfy { line in line.unicodeScalars.allSatisfy { $0.value >= 32 } })
                #expect(
                    !lines.contains { $0.unicodeScalars.contains("\u{9B}") || $0.unicodeScalars.contains("\u{202E}") })
            }
        }
    }

    @Test func `old log lines are discarded and a discarded selection is not replaced`() {
        var driver = driver()
        driver.type("g")
        let lines = (11...4_000).map { number in
            LogLine(
                id: number, date: SampleApp.start, level: .info, text: "line \(number)", label: "", source: "")
        }
        driver.feed(.logLines(lines))
        #expect(driver.state.screens.logs.tail.rows.items.count <= LogsState.capacity * 6 / 5)
        #expect(driver.state.screens.logs.tail.rows.lastID == 4_000)
        #expect(driver.state.selectedLine == nil)
        #expect(driver.text().contains("The selected item was removed."))
        driver.feed(.logLines(lines))
        #expect(driver.state.screens.logs.tail.rows.lastID == 4_000, "A line that arrives twice is kept once.")
    }

    @Test func `a topic includes its subtopics but not topics with the same prefix`() {
        var driver = driver()
        driver.log { log in
            let turbo = PodcastFeatures.downloading + "/TurboDownloadsFeature"
            log.write(.info, "two at once", feature: turbo, action: "TurboAction")
            log.write(.info, "another feature", feature: PodcastFeatures.downloading + "2")
            log.write(.info, "another action", feature: PodcastFeatures.downloading + "2", action: "DownloadAction")
            log.write(.info, "the feature above", feature: "PodcastFeatures")
        }
        driver.select(row: "tick")
        #expect(driver.state.selectedLine?.text == "tick")
        driver.press(.restrictTopic)
        #expect(driver.state.screens.logs.topic == PodcastFeatures.downloading)
        #expect(driver.state.screens.logs.tail.count == 6)
        #expect(texts(driver).first == "Began Download")
        #expect(Array(texts(driver).suffix(2)) == ["tick", "two at once"])
        driver.log { $0.write(.info, "more", feature: PodcastFeatures.downloading, action: "CancelAction") }
        #expect(texts(driver).last == "more", "Later lines are included.")
    }

    @Test func `an action without a separator before it belongs to its feature's topic`() {
        func isBelow(_ topic: String?) -> Bool {
            var line = LogLine(id: 1, date: SampleApp.start, level: .info, text: "", label: "", source: "")
            line.topic = topic
            return line.isAbout("A/B")
        }
        for topic in ["A/B", "A/B/#C", "A/B#C", "A/B/D/#C"] { #expect(isBelow(topic), "\(topic)") }
        for topic in ["A", "A/B2", "A/B2/#C", "B", "", "X/A/B", nil] { #expect(!isBelow(topic), "\(topic ?? "none")") }
    }

    @Test func `the key bar offers all topics while only one topic is shown`() {
        var driver = driver()
        #expect(driver.canvas().lines.last?.contains("t topic ") == true)
        driver.type("t")
        #expect(driver.canvas().lines.last?.contains("t all topics ") == true)
        driver.type("t")
        #expect(driver.canvas().lines.last?.contains("t topic ") == true)
    }

    @Test func `a log without matches names every active filter with its key`() {
        let topic = "topic   Podcast downloading: Download  t shows all topics"
        let cases = [
            ("kkt/tick<enter>", [topic, "filter  tick  esc clears the filter"]),
            ("kktLLLLL/tick<enter>", ["level   error and above  L shows other levels", topic]),
            ("/xyz", ["filter  xyz  esc clears the filter"]),
        ]
        for (keys, words) in cases {
            var driver = driver()
            driver.type(keys)
            for word in words { #expect(driver.text().contains(word), "\(keys)") }
            #expect(driver.text().contains("No line matches:"))
            #expect(driver.state.detailLines().isEmpty)
            #expect(driver.text().contains("Details") && !driver.text().contains("Line 8"))
            #expect(driver.canvas().lines.last?.contains("open") == false)
        }
    }

    @Test func `a narrow screen names the active filters in the details`() {
        var driver = driver(columns: 60)
        driver.filter("xyz")
        driver.type("<tab>")
        #expect(driver.text().contains("Details"))
        #expect(driver.text().contains("filter  xyz  esc clears the filter"))
    }

    @Test func `enter does not open a hidden line`() {
        var driver = driver(columns: 60)
        driver.filter("xyz")
        driver.type("<enter>")
        #expect(driver.announcement == "There is nothing to open")
        driver.type("<esc><enter>")
        #expect(driver.text().contains("Line 10"))
    }

    @Test func `a hidden selection is described as hidden and not as removed`() {
        var driver = driver()
        driver.type("<tab>LLLLL")
        driver.filter("xyz")
        driver.type("<tab>")
        driver.log { $0.write(.error, "xyz") }
        #expect(driver.state.screens.logs.tail.count == 1)
        #expect(driver.text().contains("The selected item is hidden now: choose another."))
        driver.type("t")
        #expect(driver.announcement.hasSuffix("is hidden by the level (L) and the filter (esc)"))
        driver.type("<tab>j")
        #expect(driver.state.selectedLine?.text == "xyz")
        #expect(driver.text().contains("├ Line 11 "))
    }

    @Test func `a level without lines names the key for other levels`() {
        var driver = driver(SampleApp())
        driver.log { $0.write(.info, "all is well") }
        driver.press(.chooseLines)
        driver.choose("error and above")
        #expect(driver.text().contains("level   error and above  L shows other levels"))
        driver.press(.nextLevel)
        #expect(driver.state.selectedLine?.text == "all is well")
    }

    @Test func `an empty log is described`() {
        var driver = driver(SampleApp())
        #expect(driver.text().contains("No log lines yet"))
        #expect(driver.text().contains("paused: p resumes"))
        driver.press(.toggleBackground)
        #expect(!driver.text().contains("paused"))
        driver.change { $0.setStatus { $0.backgroundWorkIsRunning = nil } }
        #expect(!driver.text().contains("paused"), "The hint is also omitted without background work.")
        driver.change { app in
            app.setStatus { _ in }
            app.add { $0.write(.info, "one") }
        }
        driver.press(.toggleBackground)
        #expect(!driver.text().contains("p resumes"), "The hint is also omitted if the log has a line.")
    }
}

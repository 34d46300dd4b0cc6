import FeatureGating
import FlintInspectorTestSupport
import FlintModel
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct FilterTests {
    private func names(_ driver: ConsoleDriver) -> [String] {
        driver.state.screens.features.rows.filter { !$0.isContext }.compactMap { driver.state.feature($0.id)?.name }
    }

    private func features(_ filter: String, _ app: SampleApp = SampleApp()) -> [String] {
        var driver = ConsoleDriver(app)
        driver.type("/\(filter)")
        return names(driver)
    }

    private static let error = "no  There is no field iz: here. Did you mean is:? Fields are is, needs and id."

    @Test(arguments: [
        (ConsoleScreen.features, "smart", "Features 1 of 19"), (.purchases, "premium", "Purchases 1 of 3"),
        (.permissions, "camera", "Permissions 1 of "), (.flags, "is:on", "Facts 1 of "),
        (.timeline, "kind:denied", "Timeline 0 of "), (.logs, "xyz", "Logs 0 of "),
        (.stacks, "xyz", "Activity 0 of 3"), (.matrix, "smart", "Matrix 1 of 11"),
    ])
    func `the title of a filtered list counts the matches and all items`(
        screen: ConsoleScreen, filter: String, title: String
    ) {
        var driver = ConsoleDriver(.lively)
        driver.go(to: screen)
        driver.type("/\(filter)")
        #expect(driver.canvas().text(row: 2).contains(title), "\(driver.canvas().text(row: 2))")
    }

    @Test func `features are found by description, requirement, key and status`() {
        #expect(features("silence") == ["Dynamic speed"])
        #expect(features("\"Location when\"") == ["Smart playlists"])
        #expect(
            features("needs:premium") == ["Dynamic speed", "Sound enhancement", "Turbo downloads", "Smart playlists"])
        #expect(features("needs:premium !needs:location is:no speed") == ["Dynamic speed"])
        #expect(features("unavail").count == features("is:no").count)
        #expect(features("is:ok").count + features("is:no").count + features("is:unknown").count == 19)
        #expect(features("id:PlaybackFeature/").count == 2)
        #expect(features("PlaybackFeature/dyn") == ["Dynamic speed"])
    }

    @Test func `the suffixes of types and the names of groups are not searched`() {
        let app = SampleApp.declaring {
            $0 = [
                DeclaredFeature(id: "AppFeatures", name: "All"),
                DeclaredFeature(id: "AppFeatures/TurboFeature", name: "Fast"),
                DeclaredFeature(id: "AppFeatures/SoundFeature", name: "Sound"),
            ]
        }
        #expect(features("tur", app) == ["Fast"] && features("app", app) == ["All"] && features("eatur", app).isEmpty)
        #expect(features("SoundFeature", app) == ["Sound"] && features("features/s", app) == ["Sound"])
    }

    @Test func `requirements of a group apply to its subfeatures`() {
        let app = SampleApp.declaring {
            $0 = [
                DeclaredFeature(id: "A", name: "A", needs: .purchase("premium")),
                DeclaredFeature(id: "A/B", name: "B", parent: "A"),
                DeclaredFeature(id: "A/B/C", name: "C", parent: "A/B", needs: .permission(.camera)),
                DeclaredFeature(id: "D", name: "D"),
            ]
        }
        #expect(features("needs:premium", app) == ["A", "B", "C"])
        #expect(features("needs:premium needs:camera", app) == ["C"])
        #expect(features("!needs:premium", app) == ["D"])
    }

    @Test func `a name is selected before a description or a requirement`() {
        var driver = ConsoleDriver()
        driver.type("/photo")
        #expect(names(driver) == ["Clip sharing", "Photo sharing"])
        #expect(driver.state.selectedFeature?.name == "Photo sharing")
    }

    @Test func `rows that are filtered by status follow the status`() {
        var driver = ConsoleDriver()
        driver.filter("is:overridden")
        #expect(names(driver).isEmpty)
        driver.change { $0.perform(.override(.purchase, "premium", to: "purchased")) }
        #expect(names(driver).contains("Smart playlists"))
        driver.go(to: .purchases)
        driver.filter("is:overridden")
        #expect(driver.state.matchCount == 1)
        driver.change { $0.perform(.removeAllOverrides) }
        #expect(driver.state.matchCount == 0)
        driver.go(to: .features)
        #expect(names(driver).isEmpty)
    }

    @Test(arguments: [
        ("2/is:no", 2), ("2/type:consumable", 1), ("2/is:not-purchased prem", 1), ("2/\"not purchased\"", 0),
        ("3/is:denied", 1), ("3/is:no", 2), ("3/is:unknown", 18), ("3/!is:required", 16), ("3/you say", 1),
        ("8/needs:premium", 4), ("8/is:differs", 0),
    ])
    func `other lists have their own fields`(keys: String, count: Int) {
        var driver = ConsoleDriver()
        driver.type(keys)
        #expect(driver.state.matchCount == count)
    }

    @Test func `logs and stacks are filtered by their fields`() {
        for (keys, count) in [
            ("7/level:error", 1), ("6/session:background", 1), ("6/by:user", 2), ("7/level:error level:info", 0),
        ] {
            var driver = ConsoleDriver(.active)
            driver.type(keys)
            #expect(driver.state.matchCount == count, "\(keys)")
        }
    }

    @Test func `events are filtered by kind, outcome, session and feature name`() {
        var log = News()
        log.append(.denied(PodcastFeatures.smart, "Show"), "Smart playlists: Show denied")
        log.append(.completed(PodcastFeatures.speed), "Dynamic speed: done")
        log.append(.changed(), "Premium changed")
        for (filter, ids) in [
            ("kind:denied", [1]), ("kind:action", [2]), ("is:ok", [2]), ("is:no", [1]), ("denied", [1]),
            ("feature:\"Smart play\"", [1]), ("!feature:smart", [2, 3]), ("cause:console", [1, 2, 3]),
            ("kind:fact", [3]),
        ] as [(String, [UInt64])] {
            var driver = ConsoleDriver(SampleApp(news: log))
            driver.type("5/\(filter)")
            let shown = (0..<driver.state.screens.timeline.tail.count).compactMap {
                driver.state.screens.timeline.tail.rows.row($0)?.entry.event.id
            }
            #expect(shown == ids, "\(filter)")
        }
    }

    @Test(arguments: [("lost", 2), ("gained", 1)])
    func `events are filtered by whether a feature is lost or gained`(status: String, count: Int) {
        var log = News()
        let changes: [(before: Bool?, after: Bool?)] = [(true, nil), (nil, false), (nil, true), (false, nil)]
        for (number, change) in changes.enumerated() {
            let feature = FeatureChange(featureID: "a", featureName: "A", before: change.before, after: change.after)
            log.append(.changed(feature), "Event \(number)")
        }
        var driver = ConsoleDriver(SampleApp(news: log))
        driver.type("5/is:\(status)")
        #expect(driver.state.matchCount == count)
    }

    @Test func `the error for an unknown field names the nearest field, and no row matches`() {
        var driver = ConsoleDriver()
        driver.type("/iz:no")
        #expect(names(driver).isEmpty)
        #expect(driver.text().contains(Self.error))
        driver.type("<enter>")
        #expect(driver.state.filter.isEditing)
        #expect(driver.effects == [.ring])
        driver.type("<ctrl-u>is:oj<enter>")
        #expect(driver.announcement.hasPrefix("oj is not a value of is:. Did you mean is:ok?"))
        #expect(driver.state.filter.isEditing)
        driver.type("<backspace>k<enter>")
        #expect(!driver.state.filter.isEditing)
    }

    @Test func `an unknown value gets the nearest value as a suggestion`() {
        var driver = ConsoleDriver()
        driver.type("/needs:premum")
        #expect(driver.text().contains("Nothing here has needs:premum. Did you mean Premium subscription?"))
        driver.type("<enter>")
        #expect(driver.text().contains("No feature matches:"))
        #expect(driver.text().contains("Nothing here has needs:premum."))
        #expect(driver.state.detailLines().isEmpty)
    }

    @Test func `tab cycles through the completions, and enter keeps one`() {
        var driver = ConsoleDriver()
        driver.type("/n<tab>")
        #expect(driver.state.filter.field.text == "needs:")
        driver.type("pre<tab>")
        #expect(driver.state.filter.field.text == "needs:\"Premium subscription\" ")
        driver.type("is:<tab>")
        #expect(driver.state.filter.field.text.hasSuffix(" is:no"))
        driver.type("<tab>")
        #expect(driver.state.filter.field.text.hasSuffix(" is:ok"))
        driver.type("<shift-tab><shift-tab>")
        #expect(driver.state.filter.field.text.hasSuffix(" is:undetermined"))
        driver.type("<tab><enter>")
        #expect(driver.state.filter.field.text.hasSuffix(" is:no"))
        #expect(!driver.state.filter.isEditing)
        #expect(names(driver).count == 4)
    }

    @Test func `tab keeps the text if it cannot be completed`() {
        var driver = ConsoleDriver()
        driver.type("/smart<tab>")
        #expect(driver.state.filter.isEditing)
        #expect(driver.announcement == "There is nothing to complete here; enter keeps the filter")
        #expect(driver.effects == [.ring])
    }

    @Test func `escape while typing restores the previous selection and position`() {
        var driver = ConsoleDriver(.large(200), columns: 80, rows: 24)
        driver.type("<pgdn><pgdn><pgdn>kkk")
        let before = driver.canvas()
        driver.type("/Feature 7")
        #expect(driver.canvas() != before)
        driver.type("<esc>")
        #expect(driver.canvas() == before)
    }

    @Test func `clearing a kept filter keeps the selection, and the position if possible`() {
        var driver = ConsoleDriver(.large(200), columns: 80, rows: 24)
        driver.type("<pgdn><pgdn><pgdn>")
        let list = driver.state.screens.features.browser.list
        let near = list.top + 2
        driver.type("/\"Feature \(near)\"<enter><esc>")
        #expect(driver.state.screens.features.browser.list.index == near)
        #expect(driver.state.screens.features.browser.list.top == list.top)
        driver.type("/\"Feature 150\"<enter><esc>")
        #expect(driver.state.selectedFeature?.name == "Feature 150")
        driver.type("/nothing like it<enter><esc>")
        #expect(driver.state.selectedFeature?.name == "Feature 150")
    }

    @Test func `a partly typed filter does not move the selection`() {
        var driver = ConsoleDriver()
        driver.type("/needs:premium")
        #expect(driver.state.selectedFeature?.name == "Dynamic speed")
        driver.type("<esc>G/i<backspace>")
        #expect(driver.state.selectedFeature?.name == "Photo sharing")
    }

    @Test func `a row that was chosen with the arrows while typing stays selected`() {
        var driver = ConsoleDriver()
        driver.type("/sharing<down><esc>")
        #expect(driver.state.selectedFeature?.name == "Clip sharing")
    }

    @Test func `a slash replaces the filter`() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter>/")
        #expect(driver.state.filter.field.text.isEmpty)
        #expect(driver.state.screens.features.rows.count == 11)
        driver.type("clip<enter>")
        #expect(names(driver) == ["Clip sharing"])
    }

    @Test func `the timeline follows new events again after a filter is cleared`() {
        var log = News()
        for number in 1...50 { log.append(.completed(), "thing \(number)") }
        var driver = ConsoleDriver(SampleApp(news: log))
        driver.type("5/\"thing 7\"<esc>")
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 50)
        #expect(driver.state.screens.timeline.tail.isFollowing)
        driver.type("kkkk/\"thing 7\"<esc>")
        #expect(driver.state.screens.timeline.tail.selected?.entry.id == 46)
        #expect(!driver.state.screens.timeline.tail.isFollowing)
    }

    @Test(arguments: [ConsoleScreen.features, .purchases, .permissions, .stacks, .logs, .matrix])
    func `the details are empty while no row matches`(screen: ConsoleScreen) {
        var driver = ConsoleDriver(.active)
        driver.go(to: screen)
        driver.filter("xyzzy")
        #expect(driver.state.detailLines().isEmpty)
        #expect(driver.state.screen.behavior.detailTitle(in: driver.state) == nil)
        #expect(driver.text().contains("matches:"))
        #expect(driver.canvas().lines.last?.contains("open") == false)
    }

    @Test func `escape sequences in typed and offered text never reach the screen`() {
        var driver = ConsoleDriver(.hostileLog)
        for keys in ["7/session:<tab>", "7/topic:<tab>", "7/iz:"] {
            driver.type("<esc><esc>" + keys)
            driver.feed(.terminal(.paste("\u{1B}[31m\u{9B}2J\u{202E}")))
            for suffix in ["", "<tab>", "<enter>"] {
                driver.type(suffix)
                #expect(!driver.text().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
            }
        }
    }

    @Test func `a regular expression filters while it is typed, and an invalid one shows an error at the filter`() {
        var driver = ConsoleDriver()
        driver.type("/~^smart|downloads$")
        #expect(driver.state.screens.features.matchCount == 3)
        driver.type("<ctrl-u>~(smart<enter>")
        #expect(driver.state.filter.isEditing)
        #expect(driver.text().contains("(smart is not a regular expression: a ( has no )."))
        #expect(driver.state.screens.features.matchCount == 0)
    }

    @Test func `the index gives the same result as a naive search of random features`() {
        let words = ["alpha", "Beta", "ga", "é", "premium", "camera", "no", "over", "is:no", "!is:ok", "is:unknown"]
        let queries =
            words + ["needs:premium", "!needs:camera", "id:a/", "alp", "!beta", "\"ga be\""]
            + ["~^be|a$", "!~l.h", "~^una", "needs:~^cam", "id:~a/.*1$", "~(a"]
        for round in 0..<60 {
            let features = (0..<30).map { number -> DeclaredFeature in
                let parent = number > 0 && Bool.random() ? Int.random(in: 0..<number) : nil
                let needs = [Requirement<Condition>.purchase("premium"), .permission(.camera), .permission(.photos)]
                return DeclaredFeature(
                    id: "\(number)a/\(words[number % 4])\(number)",
                    name: "\(words.randomElement()!) \(words[0...3].randomElement()!)",
                    description: words.randomElement()!, parent: parent.map { "\($0)a/\(words[$0 % 4])\($0)" },
                    needs: Bool.random() ? needs.randomElement()! : nil)
            }
            let driver = ConsoleDriver(.declaring { $0 = features })
            let (model, texts) = (driver.state.model, driver.app.featureTexts())
            let index = FeatureIndex(model.tree, texts: texts)
            let text = (0...Int.random(in: 0...2)).map { _ in queries.randomElement()! }.joined(separator: " ")
            let filter = ItemFilter(FilterQuery(text), fields: FeaturesScreen().filterFields)
            let found = index.matches(filter, in: model.features)
            let naive = model.features.map { filter.matches(NaiveFeature(feature: $0, model: model, texts: texts)) }
            #expect(found == naive, "\(text) in round \(round)")
        }
    }
}

/// A reference implementation that searches a feature text by text.
private struct NaiveFeature: FilteredItem {
    let feature: FeatureSummary
    let model: AppModel
    let texts: FeatureTexts

    /// The texts of the feature's requirements and of the requirements of its groups.
    private var needs: [String] {
        var texts: [String] = []
        var next: FeatureSummary? = feature
        while let feature = next {
            texts += self.texts.requirements[Int(self.texts.requirementsIndex(of: feature.number))]
                .flatMap { [$0.title, $0.key ?? "", $0.kind.rawValue] }
            next = feature.parent.flatMap { model.feature($0) }
        }
        return texts
    }

    func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(feature.name) || isMatch(feature.id.lastPart)
            || isMatch(texts.descriptions[Int(texts.descriptionIndex(of: feature.number))])
            || needs.contains(where: isMatch)
    }

    func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case "needs": needs.contains(where: isMatch)
        case "id": isMatch(feature.id)
        default:
            FeatureStatusSet.values.contains {
                FeatureStatusSet([feature], 0).contains($0.status) && isMatch($0.word)
            }
        }
    }
}

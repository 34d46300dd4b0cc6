import FlintInspectorTestSupport
import FlintTerminal
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

@MainActor
struct LinearConsoleTests {
    @Test func `a change is announced while the prompt waits`() async {
        let driver = LinearDriver(showsPrompt: true)
        await driver.settle { driver.transcript.hasSuffix("> ") }
        driver.app.own("premium")
        await driver.settle { driver.transcript.hasSuffix("now\n> ") }
        #expect(
            driver.transcript.hasSuffix("> \nTurbo downloads is available now\nSmart playlists is undetermined now\n> ")
        )
    }

    private static func sources() -> SourceProvider {
        let other = SampleApp("Weather")
        other.own("premium")
        return SourceProvider(
            initialSource: SourcesTests.local, closeInitialSource: nil,
            findSources: { FoundSources([SourcesTests.local, SourcesTests.weather, SourcesTests.journal]) },
            openSource: { _ throws(SourceProvider.Failure) in throw SourceProvider.Failure("The file is empty.") },
            readWorld: { source throws(SourceProvider.Failure) in
                guard source.kind == .running else { throw SourceProvider.Failure("The file is empty.") }
                return (try SourceProvider.world(of: other), nil)
            })
    }

    @Test(arguments: [
        ["compare weather"], ["compare with Weather"], ["apps", "compare 2"], ["apps", "compare weather"],
    ])
    func `a line compares the app with another one by its name or number`(lines: [String]) async {
        let driver = LinearDriver(columns: 120, sources: Self.sources())
        let answer = await driver.type(lines)
        #expect(answer.contains("Podcasts compared with Weather\nFrom Podcasts to Weather: "), "\(answer)")
        #expect(answer.contains("  Premium subscription: not purchased -> purchased\n"), "\(answer)")
        #expect(answer.contains(", not available -> available\n"), "\(answer)")
    }

    @Test func `a source that cannot be compared is reported`() async {
        let driver = LinearDriver(columns: 120, sources: Self.sources())
        #expect(await driver.type("compare trip").contains("trip.jsonl cannot be compared: The file is empty."))
        #expect(await driver.type("compare moon").contains("No app or recording is called moon: \"apps\" lists them"))
        #expect(await driver.type("compare podcasts").contains("Podcasts is shown already"))
        let alone = LinearDriver()
        #expect(await alone.type("compare weather").contains("This console shows only one app"))
    }

    @Test func `a change without an effect on features prints no line`() async {
        let driver = LinearDriver()
        let before = driver.transcript
        driver.app.advise("by itself")
        await driver.settle { driver.shell.state.lastEventID == 1 }
        #expect(driver.transcript == before)
    }

    @Test func `the names of many changed features are limited`() async {
        let driver = LinearDriver()
        driver.app.add { log in
            log.change("Everything", (1...30).map { (id: "\($0)", name: "Feature \($0)") }, to: false)
        }
        await driver.settle { driver.shell.state.lastEventID == 1 }
        #expect(driver.transcript.contains("Feature 20 is not available now\n10 more features have changed"))
    }

    @Test func `a flow that the app starts is announced and does not take the next line`() async {
        let driver = LinearDriver()
        driver.app.perform(.beginFlow(feature: PodcastFeatures.smart, thenPerform: nil))
        await driver.settle { driver.shell.state.model.status.flow != nil }
        #expect(driver.transcript.hasSuffix("The app requests permissions: \"permissions\" shows the flow\n"))
        await driver.type("list", "1")
        #expect(driver.shell.state.model.status.flow?.stage == .card)
    }

    @Test func `a number that follows a list of results does not answer a flow's question`() async {
        let driver = LinearDriver()
        await driver.type("flow smart", "continue")
        #expect(driver.shell.state.model.status.flow?.stage == .prompt)
        await driver.type(":premium", "1")
        #expect(driver.shell.state.model.status.flow?.stage == .prompt, "The number has chosen a result.")
        await driver.type("permissions", ":premium")
        #expect(await driver.type("").contains("Enter chooses 1"), "The question is asked again.")
        #expect(driver.shell.state.model.status.flow?.stage == .prompt)
        await driver.type("deny")
        #expect(driver.shell.state.model.status.flow?.stage != .prompt)
        #expect(driver.shell.state.model.permissions.contains { $0.status == .denied })
    }

    @Test func `the refusal of a command of another stage or screen names the place where it applies`() async {
        let driver = LinearDriver(.populated)
        await driver.type("flow smart")
        #expect(await driver.type("flow-next").contains("Only at the outcome of the permission flow"))
        await driver.type("cancel all", "close")
        #expect(
            await driver.type("timeline", "unlock").contains("Only on the screen Features: \"features\" goes there"))
        #expect(await driver.type("matrix", "delete").contains("choose the column of a persona first"))
    }

    @Test(arguments: [SampleApp.hostile, .hostileEvents, .hostileLog])
    func `hostile names reach the terminal as printable lines of its width`(_ app: SampleApp) async {
        let driver = LinearDriver(app, columns: 40)
        for screen in ConsoleScreen.allCases { await driver.type(screen.title, "1", "more", "back") }
        await driver.type(":very", "unlock very", "1", "\u{1B}[2J\u{202E}", "? \u{7}", "/\u{1B}", "/", "status")
        let printed = driver.transcript.split(separator: "\n").filter { !$0.hasPrefix("> ") }
        #expect(HostileText.characters(in: printed.joined(separator: "\n")).isEmpty)
        #expect(printed.allSatisfy { DisplayWidth.of(String($0)) <= 40 })
    }

    @Test(arguments: ConsoleScreen.allCases)
    func `every screen is printed without box characters`(_ screen: ConsoleScreen) async {
        let driver = LinearDriver(.lively)
        await driver.type(screen.title, "1", "flow smart", "wait")
        #expect(!driver.transcript.unicodeScalars.contains { (0x2500..<0x25A0).contains($0.value) })
    }

    @Test func `a number refers to the last numbered list even if rows have moved since`() async {
        let driver = LinearDriver()
        await driver.type("/is:no turbo")
        driver.app.own("premium")
        await driver.settle { driver.shell.state.model.feature(PodcastFeatures.turbo)?.isAvailable == true }
        #expect(await driver.type("3").contains("That item is no longer listed"))
        #expect(await driver.type("99").contains("The results are numbered from 1 to "))
    }

    @Test func `a dialog whose choice changes nothing is replaced by the next command`() async {
        let driver = LinearDriver(.populated)
        let impact = await driver.type("impact premium subscription")
        #expect(impact.contains("1  "))
        let answer = await driver.type("why smart playlists")
        #expect(!answer.contains("is not an option") && answer.contains("Smart playlists"))
        #expect(driver.shell.state.dialog == nil)
    }

    @Test func `personas are applied and compared by name`() async {
        let driver = LinearDriver(.populated)
        #expect(await driver.type("apply-persona child").contains("Apply Child account?"))
        await driver.type("close")
        #expect(await driver.type("compare-with premium").contains("Premium user against now"))
        #expect(await driver.type("apply-persona guest").contains("No persona is called \"guest\"."))
        #expect(await driver.type("? persona").contains("apply-persona"))
    }

    @Test func `the first filter by requirement finds the listed features`() async {
        let driver = LinearDriver()
        let answer = await driver.type("/needs:premium")
        #expect(!answer.contains("Nothing here has") && answer.contains("Turbo downloads"))
    }

    @Test func `a number in the history opens a screen instead of itself`() async {
        let driver = LinearDriver()
        await driver.type("purchases", "status", "3", "purchases")
        #expect(await driver.type("history").contains("3  3\n"))
        #expect(await driver.type("3").contains("Permissions: "))
    }

    @Test func `a number opens a screen if no list is numbered`() async {
        let driver = LinearDriver()
        #expect(await driver.type("2").contains("Purchases: "))
        #expect(driver.shell.state.screen == .purchases)
    }

    @Test func `a question accepts only its answers`() async {
        let driver = LinearDriver()
        await driver.type("unlock smart")
        let output = await driver.type("purchases", "7", "undo")
        #expect(output.components(separatedBy: "is not an option").count == 4)
        #expect(driver.app.sent.isEmpty)
        await driver.type("list")
        #expect(driver.transcript.hasSuffix("\"close\" chooses nothing.\n"))
    }

    @Test func `a number in a question is printed before one option only`() async {
        let driver = LinearDriver()
        let lines = await driver.type("unlock smart").split(separator: "\n")
        let numbers = lines.compactMap { line in line.firstRange(of: "  ").flatMap { Int(line[..<$0.lowerBound]) } }
        #expect(numbers == [0, 1])
    }

    @Test func `a line without an effect is reported as such`() async {
        let driver = LinearDriver()
        await driver.type("first")
        #expect(await driver.type("up") == "> up\nNothing has changed.\n")
        #expect(await driver.type("") == "> \n")
        #expect(await driver.type("more") == "> more\nThere is nothing more to list.\n")
        #expect(await driver.type("no such thing").contains("Nothing is called \"no such thing\""))
    }

    @Test func `a sensitive answer is neither printed nor in the history`() async {
        let driver = LinearDriver(.subscribed)
        await driver.type("perform smart", "create", "Morning", "secret")
        let output = String(driver.transcript.split(separator: "\n").filter { !$0.hasPrefix("> ") }.joined())
        #expect(!output.contains("secret"))
        #expect(!(await driver.type("history").contains("secret")))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `random lines are always answered with lines that fit the width`(seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let driver = LinearDriver(.lively, columns: 60)
        // Copied text is not wrapped.
        let names = Keymap.standard.bindings.map(\.command).filter { ![.quit, .copy].contains($0) }.map(\.rawValue)
        let words = "smart premium camera 1 2 3 7 /is:no / more list show - x? ".split(
            separator: " ", omittingEmptySubsequences: false
        ).map(String.init)
        for _ in 0..<150 {
            let word = words[Int.random(in: words.indices, using: &random)]
            let name = names[Int.random(in: names.indices, using: &random)]
            await driver.type([word, name, "\(name) \(word)"][Int.random(in: 0..<3, using: &random)])
        }
        #expect(driver.shell.isRunning)
        let printed = driver.transcript.split(separator: "\n").filter { !$0.hasPrefix("> ") }
        #expect(printed.allSatisfy { DisplayWidth.of(String($0)) <= 60 })
    }

    @Test func `quitting ends the console once`() async {
        let driver = LinearDriver()
        await driver.type("q", "list")
        #expect(driver.exits == 1)
        #expect(driver.transcript.hasSuffix("> q\n> list\n"))
    }

    @Test func `a narrow terminal gets lines of at least 20 columns`() async {
        let driver = LinearDriver(columns: 5)
        await driver.type("list", "help")
        let lines = driver.transcript.split(separator: "\n").filter { !$0.hasPrefix("> ") }
        #expect(lines.allSatisfy { $0.count <= 20 })
    }
}

import FlintTestSupport
import Foundation
import Testing

/// Records a long session in the console and replays it.
struct ConsoleRecordingTests {
    private static let commandCount = 100

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The number of replays, which is 2 or the value of `FLINT_REPLAYS`.
    private static let replayCount = ProcessInfo.processInfo.environment["FLINT_REPLAYS"].flatMap { Int($0) } ?? 2

    @Test func `a hundred commands from keys give the same timeline every time`() async throws {
        let path = folder.path(of: "recorded.scenario")
        let session = try TerminalSession(
            ["console", "--record", path, "--journal", folder.path(of: "session.journal")], folder: folder)
        try session.wait(for: "Podcast playback")
        var keys = RandomKeys(seed: 2_026)
        var gestures = 0
        while try !isLong(recordedLines(path)) {
            for _ in 0..<20 { try session.press(keys.gesture()) }
            gestures += 20
            try Self.settle(session, after: gestures)
            try #require(gestures < 3_000, "The keys no longer change the app.")
        }
        try Self.leaveWhatIf(session)
        // A key that arrives directly after an escape is read as a key with alt, so ctrl-c is not the first one.
        try session.press("1", "C-c")
        try session.wait(for: "ended with 0")

        let replays = try replay(Self.replayCount)
        for (index, replay) in replays.enumerated() { #expect(replay == replays[0], "round \(index + 1)") }
        let first = try #require(replays.first)
        #expect(first.elements.count > Self.commandCount / 4)
        let recorded = try await DemoCommandLine.run(["timeline", folder.path(of: "session.journal"), "--json"])
        #expect(recorded.status == 0, "\(recorded.errors)")
        let original = Self.announced(try TimelessEvents(recorded.output).tree)
        let repeated = Self.announced(first)
        let differing = zip(original, repeated).first { $0 != $1 }
        #expect(differing == nil, "\(String(describing: differing))")
        #expect(original.count == repeated.count)
    }

    /// Returns the events without numbers and without changes of runtime switches.
    ///
    /// No source announces these changes. The console finds them by polling, and the number of polls varies.
    private static func announced(_ events: JSONTree) -> [JSONTree] {
        events.elements.compactMap { event in
            let fact = event.members["fact"]?.members ?? [:]
            guard fact["kind"]?.text != "runtime-switch" || fact["override"] != nil else { return nil }
            return .object(event.members.filter { $0.key != "id" })
        }
    }

    /// Waits until the console has processed every key.
    ///
    /// The function types a filter that no other key sequence types, waits until it is on the screen, and removes it. A
    /// response of the app can open a dialog at any moment. The dialog may receive some or all of these keys, which are
    /// then typed again.
    private static func settle(_ session: TerminalSession, after gestures: Int) throws {
        let word = "nothing-\(gestures)"
        try settle(session, described: word, isReached: { $0.contains(word) }) {
            try session.press(["Escape"])
            try session.press(["Escape"])
            try session.press(["1"])
            try session.press(["/", "C-u"] + word.map(String.init))
        }
        try settle(session, described: "no filter", isReached: { !$0.contains(word) }) {
            try session.press(["Escape"])
        }
    }

    /// Leaves a what-if session, because ctrl-c would ask whether to apply its changes.
    private static func leaveWhatIf(_ session: TerminalSession) throws {
        guard try session.screen().contains("WHAT IF") else { return }
        try session.press("1", "W")
        let screen = try session.wait(described: "the question, or the end of the session") { screen in
            screen.contains("Leave without applying") || !screen.contains("WHAT IF")
        }
        guard screen.contains("WHAT IF") else { return }
        try session.press("l")
        try session.wait(described: "the end of the session") { !$0.contains("WHAT IF") }
    }

    /// Presses keys, and repeats them if a dialog has received them.
    private static func settle(
        _ session: TerminalSession, described description: String, isReached: (String) -> Bool, keys: () throws -> Void
    ) throws {
        for _ in 0..<20 {
            try keys()
            let screen = try session.wait(described: "\(description), or a dialog") { screen in
                isReached(screen) || ["esc close", "esc cancel", "is not bound here"].contains(where: screen.contains)
            }
            if isReached(screen) { return }
        }
        try session.wait(described: description, until: isReached)
    }

    /// Returns whether the commands are numerous and varied enough.
    private func isLong(_ lines: [String]) -> Bool {
        lines.count >= Self.commandCount
            && ["set", "undo", "perform", "together", "focus"].allSatisfy { kind in
                lines.contains { $0.hasPrefix(kind) || $0.hasPrefix("try \(kind)") }
            }
    }

    private func recordedLines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// Replays the recording several times in parallel, which is safe because each replay has separate state.
    private func replay(_ count: Int) throws -> [JSONTree] {
        let rounds = (1...count).map(String.init).joined(separator: " ")
        let script =
            "for i in \(rounds); do '\(BuiltProgram.path)' run recorded.scenario --json > $i.json & done; wait"
        let result = try ChildProcess.run(
            "/bin/sh", ["-c", "cd '\(folder.path)' && \(script)"],
            environment: BuiltProgram.environment.merging(["TMPDIR": folder.path]) { $1 })
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        return try (1...count).map { try TimelessEvents(folder.text("\($0).json")).tree }
    }
}

/// An answer's events without dates, durations, and initiators.
struct TimelessEvents {
    let tree: JSONTree

    init(_ answer: String) throws {
        tree = Self.timeless(try JSONTree(parsing: answer).members["events"] ?? .null)
    }

    private static func timeless(_ tree: JSONTree) -> JSONTree {
        switch tree {
        case .object(let members):
            .object(members.filter { !["date", "duration", "cause", "since"].contains($0.key) }.mapValues(timeless))
        case .list(let elements): .list(elements.map(timeless))
        case .text(let text):
            .text(
                text.replacing(/\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?Z?)?|\b\d\d:\d\d\b/, with: "then")
                    .replacing("by console", with: "by scenario"))
        default: tree
        }
    }
}

/// Key sequences generated from a seed, for every screen that changes the app.
private struct RandomKeys {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Returns the keys of one task, as tmux names them.
    ///
    /// Keys at the end close any open dialog.
    mutating func gesture() -> [String] {
        let (screen, moves, changes) = Self.screens[pick(Self.screens.count)]
        let down = Array(repeating: "j", count: pick(moves))
        let change = changes[pick(changes.count)]
        // A key opens a list, in which a choice is marked, from the first one down, and confirmed.
        let choice = ["g"] + Array(repeating: "j", count: pick(6)) + ["Enter"]
        let keys = change.flatMap { $0 == "choose" ? choice : [$0] }
        return screen + (screen.isEmpty ? [] : ["g"] + down) + keys + ["Escape"]
    }

    /// The key of a screen, its number of rows, and the tasks that it offers.
    private static let screens: [([String], Int, [[String]])] = [
        (
            ["1"], 34,
            [
                ["t"], ["T"], ["o", "choose", "choose"], ["a", "choose"], ["U", "choose"],
                ["f", "c", "a", "n", "d"], ["f", "c", "d", "n", "d"], ["f", "x"],
            ]
        ),
        // The features with a user setting are near the top.
        (["1"], 5, [["t"], ["T"], ["o", "choose", "choose"]]),
        (["2"], 5, [["b"], ["m"], ["i"], ["x"], ["o", "choose"], ["s", "choose"], ["D", "Enter"], ["X", "Enter"]]),
        (["3"], 9, [["o", "choose"], ["s", "choose"], ["r"], ["x"], ["X", "Enter"], ["R", "Enter"]]),
        (["4"], 5, [["+"], ["-"], ["x"], ["o", "choose"], ["s", "choose"], ["X", "Enter"]]),
        (["8", "l", "l"], 3, [["A", "Enter"]]), ([], 1, [["u"], ["u"], ["C-r"], ["C", "Enter"]]),
        // What-if changes are applied or discarded. The store's clock does not change, because its time would depend on
        // the duration of a round.
        (["2"], 4, [["W", "b", "j", "m", "W", "a"], ["W", "b", "W", "l"]]),
        (["4"], 4, [["W", "+", "j", "-", "W", "a"], ["W", "-", "W", "l"]]),
        // Time travel changes no state, but a focus affects later recording.
        (["5"], 6, [["w"], ["B"], ["v"], ["@", "Escape"], ["@", "<", ">", "Escape"]]),
        (["6"], 3, [["v"], ["Enter"]]), (["7"], 4, [["L"], ["H"], ["v"], ["F"]]),
        (["1"], 20, [["F"], ["M-f", "j", "Enter"], ["M-f", "j", "Enter"]]), ([], 1, [["Z"]]),
    ]

    private mutating func pick(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}

import Foundation
import TestSupport
import Testing

/// A long session in the console that is recorded, and carried out again.
struct ConsoleRecordingTests {
    /// How many commands are recorded at least.
    private static let commandCount = 200

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// How often the recording is carried out: 3 times, or `FLINT_REPLAYS` times.
    private static let replayCount = ProcessInfo.processInfo.environment["FLINT_REPLAYS"].flatMap { Int($0) } ?? 3

    @Test func `two hundred commands from keys give the same timeline every time`() throws {
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
            try #require(gestures < 3_000, "the keys no longer change anything")
        }
        try session.press("C-c")
        try session.wait(for: "ended with 0")

        let replays = try replay(Self.replayCount)
        for (index, replay) in replays.enumerated() { #expect(replay == replays[0], "round \(index + 1)") }
        let first = try #require(replays.first)
        #expect(first.elements.count > Self.commandCount / 4)
        let recorded = try BuiltProgram.run(["timeline", folder.path(of: "session.journal"), "--json"])
        #expect(recorded.status == 0, "\(recorded.errors)")
        let original = Self.announced(try TimelessEvents(recorded.output).tree)
        let repeated = Self.announced(first)
        let differing = zip(original, repeated).first { $0 != $1 }
        #expect(differing == nil, "\(String(describing: differing))")
        #expect(original.count == repeated.count)
    }

    /// The events without their numbers, and without changes of switches in code, which no source announces: a console
    /// finds them when it looks again, which it does more or less often.
    private static func announced(_ events: JSONTree) -> [JSONTree] {
        events.elements.compactMap { event in
            let fact = event.members["fact"]?.members ?? [:]
            guard fact["kind"]?.text != "runtime-switch" || fact["override"] != nil else { return nil }
            return .object(event.members.filter { $0.key != "id" })
        }
    }

    /// Waits until the console has taken every key: a filter that nothing else types is on the screen, and then is not.
    ///
    /// An answer of the app may open a dialog at any moment, which takes the keys in the filter's place, all of them or the
    /// first ones; then they are typed again.
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

    /// Presses keys, and presses them again while a dialog has taken them.
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

    /// Whether commands are as many and as different as they are to be.
    private func isLong(_ lines: [String]) -> Bool {
        lines.count >= Self.commandCount
            && ["override", "toggle", "permission", "undo", "send", "perform"].allSatisfy { kind in
                lines.contains { $0.hasPrefix(kind) || $0.hasPrefix("try \(kind)") }
            }
            // What has no words of its own: changes applied together, and what the log and the timeline keep to.
            && ["sequence", "focus"].allSatisfy { command in
                lines.contains { $0.contains("send ") && $0.contains("\"\(command)\"") }
            }
    }

    private func recordedLines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// Carries the recording out several times at once, since each starts with nothing and shares nothing.
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

/// The events of an answer, without when, without how long it took, and without who did it.
struct TimelessEvents {
    /// The events.
    let tree: JSONTree

    /// Reads an answer.
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
                text.replacing(/\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?Z?)?/, with: "then")
                    .replacing("by console", with: "by scenario"))
        default: tree
        }
    }
}

/// Keys that are made up by a seed, on every screen that changes something.
private struct RandomKeys {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// The keys for one thing to do, as tmux names them; what is still open afterwards is closed.
    mutating func gesture() -> [String] {
        let (screen, moves, changes) = Self.screens[pick(Self.screens.count)]
        let down = Array(repeating: "j", count: pick(moves))
        let change = changes[pick(changes.count)]
        // A choice is marked in the list that a key opens, and taken.
        let choice = Array(repeating: "j", count: pick(6)) + ["Enter"]
        let keys = change.flatMap { $0 == "choose" ? choice : [$0] }
        return screen + (screen.isEmpty ? [] : ["g"] + down) + keys + ["Escape"]
    }

    /// The key of a screen, how many rows it has, and what can be done with them.
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
        // What is tried is applied or left. The store's clock is left alone: at a rate, what it shows depends on how long
        // a round takes.
        (["2"], 4, [["W", "b", "j", "m", "W", "a"], ["W", "b", "W", "l"]]),
        (["4"], 4, [["W", "+", "j", "-", "W", "a"], ["W", "-", "W", "l"]]),
        // What looks at the past changes nothing; a focus changes what is recorded from then on.
        (["5"], 6, [["w"], ["B"], ["v"], ["@", "Escape"], ["@", "<", ">", "Escape"]]),
        (["6"], 3, [["v"], ["Enter"]]), (["7"], 4, [["L"], ["H"], ["v"], ["F"]]),
        (["1"], 20, [["F"]]), ([], 1, [["Z"]]),
    ]

    private mutating func pick(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}

import FlintWorld
import Foundation

extension PodcastWorld {
    static let downloading = "PodcastFeatures/DownloadingFeature"
    static let playback = "PodcastFeatures/PlaybackFeature"

    /// Writes a line one second after the previous line.
    mutating func write(
        _ level: LogLine.Level, _ text: String, feature: String? = nil, action: String? = nil,
        session: String? = "main", metadata: [String: String] = [:]
    ) {
        let id = UInt64(logLines.count + 1)
        logLines.append(
            LogLine(
                id: id, date: Self.start.addingTimeInterval(Double(id - 1)), level: level,
                topic: feature.map { $0 + (action.map { "/#\($0)" } ?? "") }, featureID: feature, actionID: action,
                session: feature == nil ? nil : session, activity: action.map { "Stack #1 - step #1: \($0)" },
                userInitiated: feature == nil ? nil : session == "main", text: text, metadata: metadata,
                label: feature == nil ? "feeds" : "flint.development", source: feature == nil ? "Feeds" : "FlintCore"))
    }

    /// Opens a stack with some actions, one second apart.
    mutating func open(
        _ feature: String, session: String = "main", in parent: String? = nil, steps: [(String, String?)]
    ) {
        let id = "\(stacks.count + 1)"
        let name = declarations.first { $0.id == feature }?.name ?? feature
        let start = Self.start.addingTimeInterval(Double(stacks.count * 60))
        if let parent, let place = stacks.firstIndex(where: { $0.id == parent }) {
            stacks[place].steps.append(
                StackSnapshot.Step(
                    date: start, userInitiated: session == "main", content: .substack(id: id, featureName: name)))
            stacks[place].stepCount += 1
        }
        stacks.append(
            StackSnapshot(
                id: id, featureID: feature, featureName: name, session: session, started: start,
                userInitiated: session == "main", parent: parent, stepCount: steps.count,
                steps: steps.enumerated().map { place, step in
                    StackSnapshot.Step(
                        date: start.addingTimeInterval(Double(place)), userInitiated: session == "main",
                        content: .action(name: step.0, input: step.1, source: "application"))
                }))
    }

    /// The app with log lines at every level and three open stacks.
    static var active: PodcastWorld {
        var world = PodcastWorld()
        world.write(.info, "Read 3 feeds in 12 ms", metadata: ["count": "3"])
        world.write(.debug, "Began Play", feature: playback, action: "PlayAction")
        world.write(.info, "Playing “Fog signals”", feature: playback, action: "PlayAction")
        world.write(.debug, "Completed Play, success", feature: playback, action: "PlayAction")
        world.write(.debug, "Began Download", feature: downloading, action: "DownloadAction", session: "background")
        world.write(
            .info, "Downloading “The lighthouse keepers of the outer islands”", feature: downloading,
            action: "DownloadAction", session: "background", metadata: ["input": "lighthouse", "presenter": "Library"])
        world.write(
            .warning, "The server is slow: 12 kB/s", feature: downloading, action: "DownloadAction",
            session: "background")
        world.write(
            .error, "Completed Download, failure: the connection was lost\nafter 3 attempts", feature: downloading,
            action: "DownloadAction", session: "background", metadata: ["error": "timedOut"])
        world.write(.notice, "Nothing new in any feed")
        world.write(.trace, "tick", feature: downloading, session: "background")
        world.open(playback, steps: [("Play", "Fog signals"), ("Pause", nil)])
        world.open(downloading, session: "background", steps: [("Download", "The lighthouse keepers")])
        world.open(speed, in: "1", steps: [("Set speed", "1.5"), ("Set speed", "2.0")])
        world.stacks[0].steps.append(
            StackSnapshot.Step(
                date: start.addingTimeInterval(130), userInitiated: true,
                content: .substack(id: "9", featureName: "Smart playlists")))
        world.stacks[0].stepCount = 107
        return world
    }

    /// The app with a focus on two features, before the first event.
    static var focused: PodcastWorld {
        var world = PodcastWorld()
        world.focus = [downloading, smart]
        return world
    }

    /// An app whose log contains control characters, line breaks, and overlong text.
    static var hostileLog: PodcastWorld {
        var world = PodcastWorld()
        world.write(
            .error, "\u{1B}[2J\u{1B}[31mred\u{9B}1m\u{7}", feature: "Root/\u{1B}]0;title\u{7}", action: "\u{1B}c")
        world.write(.info, "one\r\ntwo\nthree\ttab \u{202E}gnp.exe", metadata: ["\u{1B}[1m": "\u{1B}[2J\nlines"])
        world.write(.warning, String(repeating: "a very long line ", count: 65_536))
        world.write(.notice, "")
        world.write(.info, "👩‍👩‍👧‍👦 家族 日本語 🇩🇪 Z" + String(repeating: "\u{301}", count: 300))
        return world
    }
}

extension PodcastWorld {
    /// Returns the name of the action that a line is about, or `nil` if its topic names no known action.
    func actionName(of line: LogLine) -> String? {
        let parts = (line.topic ?? "").split(separator: "/").map(String.init)
        let named = parts.last.flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil }
        let feature = line.featureID ?? parts.dropLast().joined(separator: "/")
        let actions = declarations.first { $0.id == feature }?.actions ?? []
        return actions.first { $0.id == line.actionID ?? named }?.name
    }
}

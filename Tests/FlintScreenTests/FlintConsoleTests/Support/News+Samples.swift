import FeatureGating
import FlintWorld
import Foundation

// Events, log lines, and stacks as values, a second apart, in place of an app that was used for long.
extension News {
    /// An action that has completed or is still running.
    struct Performed {
        var feature = PodcastFeatures.playback
        var name = "Podcast playback"
        var action = "Play"
        var session = "main"
        var stack: UInt64 = 1
        var input: String?
    }

    mutating func append(_ content: EventRecord.Content, _ title: String, cause: String = "console") {
        let id = UInt64(events.count + 1)
        events.append(
            EventRecord(
                id: id, date: SampleApp.start.addingTimeInterval(Double(id - 1)), cause: cause, title: title,
                content: content))
    }

    /// Adds the beginning of an action, and returns the number of the request.
    @discardableResult
    mutating func begin(_ performed: Performed, cause: String = "user") -> UInt {
        let request = UInt(events.count + 1)
        append(
            .actionBegan(performed.execution(request)), "\(performed.name): \(performed.action) began", cause: cause)
        return request
    }

    /// Adds the end of an action, which took the time since its beginning by default.
    mutating func end(
        _ performed: Performed, request: UInt, cause: String = "user", outcome: EventRecord.Outcome = .success,
        duration: Double? = nil
    ) {
        let began = events.last { $0.execution?.request == request }?.id ?? UInt64(events.count + 1)
        append(
            .actionCompleted(
                performed.execution(request), outcome: outcome,
                duration: duration ?? Double(events.count + 1) - Double(began)),
            "\(performed.name): \(performed.action)", cause: cause)
    }

    mutating func act(_ performed: Performed, cause: String = "user", duration: Double? = nil) {
        end(performed, request: begin(performed, cause: cause), cause: cause, duration: duration)
    }

    /// Adds a change of a fact that changed the availability of features.
    mutating func change(
        _ title: String, of fact: FactRecord = .unlisted, from before: FactValue? = nil,
        _ features: [(id: String, name: String)], to after: Bool, featureCount: Int? = nil
    ) {
        let features = features.map {
            FeatureChange(featureID: $0.id, featureName: $0.name, before: !after, after: after)
        }
        append(
            .factChanged(EventRecord.Change(of: fact, before: before, features: features, featureCount: featureCount)),
            title,
            cause: "store")
    }
}

extension News.Performed {
    func execution(_ request: UInt) -> EventRecord.Execution {
        var execution = EventRecord.Execution(
            of: EventRecord.Action(featureID: feature, id: action + "Action", name: action, session: session),
            request: request)
        (execution.stack, execution.input) = (stack, input)
        return execution
    }
}

extension EventRecord.Content {
    /// The beginning of an action.
    static var began: Self { .actionBegan(News.Performed().execution(0)) }

    /// The end of an action without its beginning.
    static func completed(
        _ feature: String = PodcastFeatures.playback, outcome: EventRecord.Outcome = .success, duration: Double = 1
    ) -> Self {
        var execution = News.Performed(feature: feature).execution(0)
        execution.action.session = nil
        return .actionCompleted(execution, outcome: outcome, duration: duration)
    }

    static func denied(
        _ feature: String = PodcastFeatures.playback, _ action: String = "Play", session: String? = nil,
        blockers: [(String, RequirementStatus)] = []
    ) -> Self {
        .requestDenied(
            EventRecord.Action(
                featureID: feature, id: action.filter { $0 != " " } + "Action", name: action, session: session),
            blockers: blockers.map { EventRecord.Blocker(title: $0.0, status: $0.1) })
    }

    static func changed(_ features: FeatureChange..., featureID: String? = nil) -> Self {
        .factChanged(EventRecord.Change(of: .unlisted, featureID: featureID, features: features))
    }
}

extension FactRecord {
    /// A fact that no list shows, so that an event is only about the features that it changes.
    static var unlisted: FactRecord {
        FactRecord(
            key: .pastPurchases(feature: "Tour"),
            fact: Fact(actual: .truth(.true), source: .store, since: SampleApp.start))
    }
}

extension News {
    /// Adds a log line.
    mutating func write(
        _ level: LogLine.Level, _ text: String, feature: String? = nil, action: String? = nil,
        session: String? = "main", metadata: [String: String] = [:]
    ) {
        let (id, isOfFeature) = (UInt64(lines.count + 1), feature != nil)
        var line = LogLine(
            id: id, date: SampleApp.start.addingTimeInterval(Double(id - 1)), level: level, text: text,
            metadata: metadata, label: isOfFeature ? "flint.development" : "feeds",
            source: isOfFeature ? "FlintCore" : "Feeds")
        line.topic = feature.map { $0 + (action.map { "/#\($0)" } ?? "") }
        (line.featureID, line.actionID) = (feature, action)
        line.activity = action.map { "Stack #1 - step #1: \($0)" }
        if isOfFeature { (line.session, line.userInitiated) = (session, session == "main") }
        line.actionName = action.flatMap { $0.hasSuffix("Action") ? String($0.dropLast(6)) : nil }
        lines.append(line)
    }

    /// Opens a stack with some actions.
    mutating func open(
        _ feature: String, _ name: String, session: String = "main", in parent: String? = nil,
        steps: [(name: String, input: String?)]
    ) {
        let (id, start) = ("\(stacks.count + 1)", SampleApp.start.addingTimeInterval(Double(stacks.count * 60)))
        func step(_ seconds: Int, _ content: StackSnapshot.Step.Content) -> StackSnapshot.Step {
            StackSnapshot.Step(
                date: start.addingTimeInterval(Double(seconds)), userInitiated: session == "main", content: content)
        }
        if let place = stacks.firstIndex(where: { $0.id == parent }) {
            stacks[place].steps.append(step(0, .substack(id: id, featureName: name)))
            stacks[place].stepCount += 1
        }
        stacks.append(
            StackSnapshot(
                id: id, featureID: feature, featureName: name, session: session, started: start,
                userInitiated: session == "main", parent: parent, stepCount: steps.count,
                steps: steps.enumerated().map {
                    step($0, .action(name: $1.name, input: $1.input, source: "application"))
                }))
    }

    /// Repetitions, changes of availability, and running actions.
    static var used: News {
        var log = News()
        let (speed, smart) = (PodcastFeatures.speed, PodcastFeatures.smart)
        let download = Performed(
            feature: PodcastFeatures.downloading, name: "Podcast downloading", action: "Download",
            session: "background", stack: 2)
        log.act(Performed(input: "Fog signals"))
        log.append(
            .promptShown(EventRecord.Prompt(permission: nil, featureID: smart)), "Location when in use: prompt shown",
            cause: "system")
        log.change(
            "Premium subscription: not purchased → purchased",
            [
                (speed, "Dynamic speed"), (PodcastFeatures.turbo, "Turbo downloads"), (smart, "Smart playlists"),
            ], to: true)
        let first = log.begin(download, cause: "app")
        for _ in 1...12 { log.act(Performed(action: "Seek", input: "30 s")) }
        log.end(download, request: first, cause: "app", outcome: .failure)
        for _ in 1...3 {
            log.append(
                .denied(PodcastFeatures.clips, "Share clip", session: "main", blockers: [("Photos", .notSatisfied)]),
                "Clip sharing: “Share clip” denied: Photos is restricted", cause: "user")
        }
        log.change("Premium subscription: purchased → not purchased", [(smart, "Smart playlists")], to: false)
        log.begin(download, cause: "app")
        log.act(Performed(feature: speed, name: "Dynamic speed", action: "Set speed", stack: 3))
        return log
    }

    /// The events of ``used``, after which Premium has expired.
    static var expired: News {
        var log = News.used
        log.expirePremium()
        return log
    }

    /// Adds a store event about Premium, and the change of its status that follows.
    mutating func expirePremium() {
        let premium = FactKey.purchase(productID: "premium")
        append(.storeEvent(product: FactReference(premium)), "Premium subscription: expired", cause: "store")
        let fact = Fact(actual: .truth(.false), source: .store, since: SampleApp.start)
        change(
            "Premium subscription: purchased → not purchased", of: FactRecord(key: premium, fact: fact),
            from: .truth(.true), [(PodcastFeatures.smart, "Smart playlists")], to: false)
    }

    /// Adds events with control characters and overlong texts in every place.
    mutating func addHostileEvents() {
        let bad = "\u{1B}[2J\u{9B}1m\u{202E}\nline" + String(repeating: "long ", count: 300)
        let performed = Performed(
            feature: "Root/\u{1B}]0;title\u{7}", name: bad, action: bad, session: bad, stack: .max, input: bad)
        act(performed, cause: bad)
        act(performed, cause: bad)
        change(
            bad, [(bad, bad), ("Root/Emoji", "👩‍👩‍👧‍👦 家族 日本語の名前"), ("", "")], to: true, featureCount: .max)
        begin(performed, cause: bad)
        events[events.count - 1].date = Date(timeIntervalSince1970: 1e300)
        act(performed, duration: .infinity)
    }

    /// Log lines at every level, and open stacks.
    static var active: News {
        var news = News()
        let (playback, downloading) = (PodcastFeatures.playback, PodcastFeatures.downloading)
        func download(_ level: LogLine.Level, _ text: String, metadata: [String: String] = [:]) {
            news.write(
                level, text, feature: downloading, action: "DownloadAction", session: "background", metadata: metadata)
        }
        news.write(.info, "Read 3 feeds in 12 ms", metadata: ["count": "3"])
        news.write(.debug, "Began Play", feature: playback, action: "PlayAction")
        news.write(.info, "Playing “Fog signals”", feature: playback, action: "PlayAction")
        news.write(.debug, "Completed Play, success", feature: playback, action: "PlayAction")
        download(.debug, "Began Download")
        download(
            .info, "Downloading “The lighthouse keepers of the outer islands”",
            metadata: ["input": "lighthouse", "presenter": "Library"])
        download(.warning, "The server is slow: 12 kB/s")
        download(
            .error, "Completed Download, failure: the connection was lost\nafter 3 attempts",
            metadata: ["error": "timedOut"])
        news.write(.notice, "Nothing new in any feed")
        news.write(.trace, "tick", feature: downloading, session: "background")
        news.open(playback, "Podcast playback", steps: [("Play", "Fog signals"), ("Pause", nil)])
        news.open(
            downloading, "Podcast downloading", session: "background", steps: [("Download", "The lighthouse keepers")])
        news.open(
            PodcastFeatures.speed, "Dynamic speed", in: "1", steps: [("Set speed", "1.5"), ("Set speed", "2.0")])
        news.stacks[0].steps.append(
            StackSnapshot.Step(
                date: SampleApp.start.addingTimeInterval(130), userInitiated: true,
                content: .substack(id: "9", featureName: "Smart playlists")))
        news.stacks[0].stepCount = 107
        return news
    }
}

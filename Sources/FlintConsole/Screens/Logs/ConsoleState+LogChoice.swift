// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    private static let topicLimit = 200

    mutating func chooseLines() {
        let levels = LogLine.Level.offered.map { level in
            ChoiceDialog.Option(
                title: level == .trace ? "all levels" : "\(level.rawValue) and above",
                isCurrent: level == screens.logs.minimumLevel, intent: .showLevel(level))
        }
        let all = ChoiceDialog.Option(
            title: "all topics", isCurrent: screens.logs.topic == nil, intent: .showTopic(nil))
        let topics = offeredTopics.map { topic in
            ChoiceDialog.Option(
                title: "only \(topicText(topic, of: newestLine(about: topic), columns: 60))",
                isCurrent: topic == screens.logs.topic, intent: .showTopic(topic))
        }
        offer("Log lines to show", levels + [all] + topics)
    }

    private var offeredTopics: [String] {
        var topics: Set<String> = screens.logs.topic.map { [$0] } ?? []
        for line in screens.logs.tail.rows.items {
            guard var topic = line.topic, topics.count < Self.topicLimit else { continue }
            // If a topic is already in the set, so are its parents.
            while topics.insert(topic).inserted, let slash = topic.lastIndex(of: "/") {
                topic = String(topic[..<slash])
            }
        }
        return topics.sorted()
    }

    func newestLine(about topic: String) -> LogLine? {
        screens.logs.tail.rows.items.last { $0.topic == topic }
    }
}

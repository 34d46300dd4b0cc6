// SPDX-License-Identifier: MIT

import FlintCore

/// The episode that an action applies to.
///
/// The conformances below are the usual ones for an action's input: `RouteParametersDecodable` creates the input from a
/// URL or a command line, `RouteParametersEncodable` creates links, and `FlintLoggable` describes the input in the
/// timeline and in logs.
enum EpisodeSelection: Hashable, Sendable {
    /// The current episode: the one in the player, or the next one to play or download.
    case current
    case titled(String)
    case episode(EpisodeID, title: String)
}

extension EpisodeSelection: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        let text = parameters?["episode"] ?? ""
        self = text.isEmpty ? .current : .titled(text)
    }

    static var inputFields: [InputField] {
        [InputField("episode", description: "part of the title; empty for the current episode", isRequired: false)]
    }
}

extension EpisodeSelection: RouteParametersEncodable {
    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? {
        switch self {
        case .current: [:]
        case .titled(let text): ["episode": text]
        // The parameter holds a title, so the identifier is not part of a link.
        case .episode(_, let title): ["episode": title]
        }
    }
}

extension EpisodeSelection: FlintLoggable {
    var loggingDescription: String {
        switch self {
        case .current: "the current episode"
        case .titled(let text): text
        case .episode(_, let title): title
        }
    }

    var loggingInfo: [String: String]? {
        guard case .episode(let id, let title) = self else { return nil }
        return ["show": id.show, "episode": id.item, "title": title]
    }
}

enum SeekTarget: Hashable, Sendable {
    /// The number of seconds from the beginning.
    case position(Double)
    /// The number of seconds from the current position; negative values seek backward.
    case offset(Double)
}

extension SeekTarget: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let text = parameters?["position"], let first = text.first else { return nil }
        let isOffset = first == "+" || first == "-"
        guard let seconds = PlaybackTime.seconds(isOffset ? text.dropFirst() : text[...]) else { return nil }
        self = isOffset ? .offset(first == "-" ? -seconds : seconds) : .position(seconds)
    }

    static var inputFields: [InputField] {
        [InputField("position", description: "a time such as 12:03, or +30 or -15 to skip forward or back")]
    }
}

extension SeekTarget: FlintLoggable {
    var loggingDescription: String {
        switch self {
        case .position(let seconds): PlaybackTime.formatted(seconds)
        case .offset(let seconds): (seconds < 0 ? "-" : "+") + PlaybackTime.formatted(abs(seconds))
        }
    }
}

/// Converts between seconds and their usual notation: `12:03`, `1:02:03` or `90`.
///
/// Formatted times are limited to `99:59:59`. When parsing, the first number can have any value, and each further
/// number must be at most 59.
enum PlaybackTime {
    static func formatted(_ seconds: Double) -> String {
        let total = seconds.isFinite ? Int(max(0, min(seconds, 359_999))) : 0
        let (hours, minutes, rest) = (total / 3_600, total / 60 % 60, total % 60)
        let tail = (rest < 10 ? ":0" : ":") + String(rest)
        guard hours > 0 else { return String(minutes) + tail }
        return "\(hours)" + (minutes < 10 ? ":0" : ":") + String(minutes) + tail
    }

    static func seconds(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var total = 0.0
        for (index, part) in parts.enumerated() {
            // `UInt32` would also accept a plus sign.
            guard let number = UInt32(part), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            if index > 0, number > 59 { return nil }
            total = total * 60 + Double(number)
        }
        return total
    }
}

import FlintCore

/// Where to go in an episode.
enum SeekTarget: Hashable, Sendable {
    /// Seconds from the beginning.
    case position(Double)
    /// Seconds from here, backwards if negative.
    case offset(Double)
}

extension SeekTarget: RouteParametersDecodable {
    /// Takes `position` as a time, or as a signed offset to skip by.
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
        case .position(let seconds): PlaybackTime.text(seconds)
        case .offset(let seconds): (seconds < 0 ? "-" : "+") + PlaybackTime.text(abs(seconds))
        }
    }
}

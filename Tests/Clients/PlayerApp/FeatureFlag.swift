import Foundation

/// The flags of a podcast player, as the app had them before: a default, a server's value, and a store of overrides behind
/// a debug screen.
enum FeatureFlag: String, CaseIterable, Sendable {
    case newPlayer = "new-player"
    case transcripts
    case bookmarks

    var isOn: Bool { FlagOverrides.shared[self] ?? RemoteFlags.shared[self] ?? isOnByDefault }

    var isOnByDefault: Bool {
        switch self {
        case .newPlayer: false
        case .transcripts, .bookmarks: true
        }
    }
}

/// The values that the server has sent.
struct RemoteFlags: Sendable {
    static let shared = RemoteFlags(values: [.transcripts: false])

    let values: [FeatureFlag: Bool]

    subscript(flag: FeatureFlag) -> Bool? { values[flag] }
}

/// The overrides that the app's debug screen sets, each in a file with the flag's name.
struct FlagOverrides: Sendable {
    static let shared = FlagOverrides(folder: ProcessInfo.processInfo.environment["PLAYER_OVERRIDES"] ?? "/nowhere")

    let folder: String

    subscript(flag: FeatureFlag) -> Bool? {
        get { (try? String(contentsOfFile: path(of: flag), encoding: .utf8)).map { $0 == "on" } }
        nonmutating set {
            if let newValue {
                try? (newValue ? "on" : "off").write(toFile: path(of: flag), atomically: true, encoding: .utf8)
            } else {
                try? FileManager.default.removeItem(atPath: path(of: flag))
            }
        }
    }

    private func path(of flag: FeatureFlag) -> String { "\(folder)/\(flag.rawValue)" }
}

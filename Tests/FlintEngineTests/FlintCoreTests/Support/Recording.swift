import FlintLocks

@testable import FlintCore

/// Records lines in order, from any thread.
final class Log: Sendable {
    private let stored = Protected<[String]>([])

    var lines: [String] { stored.withLock { $0 } }

    func append(_ line: String) {
        stored.withLock { $0.append(line) }
    }

    func clear() {
        stored.withLock { $0 = [] }
    }
}

/// A key-value store that does not announce changes.
final class SilentStore: KeyValueStore {
    private let values = Protected<[String: Bool]>([:])

    func bool(forKey key: String) -> Bool? { values.withLock { $0[key] } }

    func set(_ value: Bool?, forKey key: String) { values.withLock { $0[key] = value } }
}

extension Journal {
    var advisories: [String] {
        events.compactMap { if case .advisory(let text) = $0.kind { text } else { nil } }
    }

    var denials: [RequestDenial] {
        events.compactMap { if case .requestDenied(let denial) = $0.kind { denial } else { nil } }
    }

    var changes: [FactChange] {
        events.compactMap { if case .factChanged(let change) = $0.kind { change } else { nil } }
    }
}

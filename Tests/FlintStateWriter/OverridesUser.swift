import FlintCore
import FlintInspector
import FlintWorld

struct OverridesUser: StateUser {
    private static let words = ["purchased", "not-purchased", "unknown"]

    let values = 0...3
    let problem: String?
    private let file: OverrideFile

    init(path: String) {
        file = OverrideFile(path: path)
        problem = file.load().problem
    }

    func value(for key: String) -> Int {
        guard let record = file.load().content.records.first(where: { $0.key == key }) else { return 0 }
        let value = (Self.words.firstIndex(of: record.value) ?? -2) + 1
        return record.reason == Self.reason(key, value) ? value : -1
    }

    func put(_ value: Int, for key: String) throws {
        do throws(StateFileError) {
            try file.update { content in
                content.records.removeAll { $0.key == key }
                guard value > 0 else { return }
                content.records.append(
                    OverrideRecord(
                        kind: .purchase, key: key, value: Self.words[value - 1], reason: Self.reason(key, value)))
            }
        } catch {
            throw StateRefusal(message: error.description)
        }
    }

    /// Returns a reason derived from a value, whose length depends on the value.
    private static func reason(_ key: String, _ value: Int) -> String {
        String(repeating: "\(key) is \(value), ", count: max(1, value * 20))
    }
}

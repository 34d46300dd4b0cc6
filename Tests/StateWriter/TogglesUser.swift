import FlintCore

/// Uses the file of the user's choices.
struct TogglesUser: StateUser {
    let values = 0...2
    private let store: FileKeyValueStore

    init(path: String) {
        store = FileKeyValueStore(path: path)
        // A store reads its file when it is first asked.
        _ = store.bool(forKey: "")
    }

    var problem: String? { store.problem }

    func value(for key: String) -> Int {
        store.bool(forKey: key).map { $0 ? 2 : 1 } ?? 0
    }

    func put(_ value: Int, for key: String) throws {
        let before = store.problem
        store.set(value == 0 ? nil : value == 2, forKey: key)
        if let problem = store.problem, problem != before { throw StateRefusal(message: problem) }
    }
}

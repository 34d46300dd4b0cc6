import FlintCore

struct TogglesUser: StateUser {
    let values = 0...2
    private let path: String
    private let store: FileKeyValueStore

    init(path: String) {
        self.path = path
        store = FileKeyValueStore(path: path)
        // A store reads its file at the first access.
        _ = store.bool(forKey: "")
    }

    var problem: String? { store.problem }

    func value(for key: String) -> Int {
        store.bool(forKey: key).map { $0 ? 2 : 1 } ?? 0
    }

    func put(_ value: Int, for key: String) throws {
        store.set(value == 0 ? nil : value == 2, forKey: key)
        // The store has the value in memory even if it was not saved.
        guard TogglesUser(path: path).value(for: key) == value else {
            throw StateRefusal(message: store.problem ?? "no error is reported")
        }
    }
}

import Dispatch

/// The waits for a console to have nothing left to do.
///
/// Whatever was left for the console before the wait is collected on the main queue before the turn that the wait begins
/// with; after that, every batch the console works through may be the last one.
@MainActor
final class ShellSettling {
    private var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var lastID = 0

    /// Waits until the console is settled.
    ///
    /// - Parameters:
    ///   - seconds: How long to wait at most.
    ///   - isSettled: Whether nothing is under way.
    /// - Returns: Whether the console was settled in time.
    func wait(seconds: Int, isSettled: @escaping @MainActor () -> Bool) async -> Bool {
        await Self.turn()
        if isSettled() { return true }
        lastID += 1
        let id = lastID
        return await withCheckedContinuation { continuation in
            waiters[id] = continuation
            DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
                MainActor.assumeIsolated { self?.answer(id, false) }
            }
        }
    }

    /// Ends the waits if the console is settled.
    func check(_ isSettled: () -> Bool) {
        guard !waiters.isEmpty, isSettled() else { return }
        for id in waiters.keys.sorted() { answer(id, true) }
    }

    private func answer(_ id: Int, _ isSettled: Bool) {
        waiters.removeValue(forKey: id)?.resume(returning: isSettled)
    }

    /// Waits until the main queue has done what it was given before.
    private static func turn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}

// SPDX-License-Identifier: MIT

import Dispatch

/// Lets callers wait until a console has finished all of its work.
///
/// A wait first lets the main queue run, so that events already in the inbox are handled. After that, the shell calls
/// ``check(_:)`` at the end of each batch, because any batch may be the last one.
@MainActor
final class ShellSettling {
    private var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    private var lastID = 0

    /// Waits until the console is settled, or returns `false` if the time has run out.
    ///
    /// Without a number of seconds, the time is unlimited.
    func wait(seconds: Int?, isSettled: @escaping @MainActor () -> Bool) async -> Bool {
        await Self.turn()
        if isSettled() { return true }
        lastID += 1
        let id = lastID
        return await withCheckedContinuation { continuation in
            waiters[id] = continuation
            guard let seconds else { return }
            DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
                MainActor.assumeIsolated { self?.answer(id, false) }
            }
        }
    }

    func check(_ isSettled: () -> Bool) {
        guard !waiters.isEmpty, isSettled() else { return }
        for id in waiters.keys.sorted() { answer(id, true) }
    }

    private func answer(_ id: Int, _ isSettled: Bool) {
        waiters.removeValue(forKey: id)?.resume(returning: isSettled)
    }

    /// Waits until the main queue has run all blocks submitted before the call.
    private static func turn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}

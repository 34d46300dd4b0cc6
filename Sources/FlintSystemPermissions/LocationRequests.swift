// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The requests for a location permission that wait for the user.
///
/// The system reports an answer only if it changes the authorization. A request that would extend when-in-use access
/// leaves the authorization unchanged in two cases: the user keeps the current access, or the system shows no prompt
/// because it already did earlier. Therefore, such a request also ends if no prompt is open some time after the request
/// or after the prompt was closed. While a prompt is open, the app is not active.
package final class LocationRequests: Sendable {
    private struct State {
        var code = 0
        var isReduced = false
        var waiting: [@Sendable () -> Void] = []
        var observers: [@Sendable () -> Void] = []
        var extending: Int?
        var lastNumber = 0
        var isPromptOpen = false

        mutating func end() -> [@Sendable () -> Void] {
            extending = nil
            isPromptOpen = false
            defer { waiting = [] }
            return waiting
        }
    }

    private let state = Protected(State())

    package init() {}

    package var code: Int { state.withLock { $0.code } }

    package var isReduced: Bool { state.withLock { $0.isReduced } }

    package func observe(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers.append(handler) }
    }

    /// Adds a request, before the system is asked.
    ///
    /// The result is the number of the extension, for ``endIfNoPromptIsOpen(_:)``, or `nil` if the system reports every
    /// answer to the request.
    package func begin(_ question: AuthorizationQuestion, _ completion: @escaping @Sendable () -> Void) -> Int? {
        let (number, isAnswered) = state.withLock { state -> (Int?, Bool) in
            let answer = question.answer(state.code)
            // The authorization may have changed on the way to the main thread.
            guard answer.status(hasAskedForMore: false) == .notDetermined else { return (nil, true) }
            state.waiting.append(completion)
            // Only an extension can end without a report of the system.
            guard answer.nextStep == .askOnce else { return (nil, false) }
            state.lastNumber += 1
            state.extending = state.lastNumber
            return (state.lastNumber, false)
        }
        if isAnswered { completion() }
        return number
    }

    package func authorizationDidChange(to code: Int, isReduced: Bool = false) {
        let called = state.withLock { state -> [@Sendable () -> Void] in
            let isNewAccuracy = state.isReduced != isReduced
            state.isReduced = isReduced
            // The system also reports when a manager is created. Such a report does not answer a request.
            guard state.code != code else { return isNewAccuracy ? state.observers : [] }
            state.code = code
            return state.observers + state.end()
        }
        for handler in called { handler() }
    }

    package func appWillResignActive() {
        state.withLock { if $0.extending != nil { $0.isPromptOpen = true } }
    }

    /// Records that a prompt was closed, and returns the number of the extension that it was for.
    ///
    /// The system may report the answer a little later, so the caller waits before it ends the request.
    package func appDidBecomeActive() -> Int? {
        state.withLock { state in
            state.isPromptOpen = false
            return state.extending
        }
    }

    package func endIfNoPromptIsOpen(_ number: Int) {
        let completions = state.withLock { state in
            state.extending == number && !state.isPromptOpen ? state.end() : []
        }
        for completion in completions { completion() }
    }
}

// SPDX-License-Identifier: MIT

/// The error for a question that an inspector could not answer.
///
/// The questions of ``Inspector`` return values instead of throwing, because most inspectors can answer all of them. An
/// inspector that cannot, for example because its app does not respond, returns an empty or incomplete value and calls
/// ``note(_:)``. Front ends ask within ``check(_:)`` or `collect(_:)`, so that they never present such a value as the
/// answer.
package struct MissingAnswer: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// The first reason that was noted since the closure began or since a reason was last taken.
    @TaskLocal private static var reason: Guarded<String?>?

    private init(_ description: String) {
        self.description = description
    }

    /// Records that the value that an inspector returns is not the answer.
    ///
    /// - Parameter reason: The reason, as a sentence.
    package static func note(_ reason: String) {
        Self.reason?.withLock { $0 = $0 ?? reason }
    }

    /// Returns and clears the noted reason of the innermost closure that collects reasons.
    package static func take() -> MissingAnswer? {
        reason?.withLock { reason in
            defer { reason = nil }
            return reason.map(MissingAnswer.init)
        }
    }

    /// Collects the reasons that are noted on this thread until a closure returns.
    ///
    /// - Parameter ask: A closure that asks questions.
    /// - Returns: The closure's value, and the reason for the first missing answer that the closure has not taken.
    package static func collect<Answer>(
        _ ask: () throws -> Answer
    ) rethrows -> (value: Answer, missing: MissingAnswer?) {
        try $reason.withValue(Guarded(nil)) { (try ask(), take()) }
    }

    @MainActor
    package static func collect<Answer>(
        _ ask: @MainActor () async throws -> Answer
    ) async rethrows -> (value: Answer, missing: MissingAnswer?) {
        try await $reason.withValue(Guarded(nil)) { (try await ask(), take()) }
    }

    /// Asks questions.
    ///
    /// - Parameter ask: A closure that asks questions.
    /// - Returns: The answer.
    /// - Throws: ``MissingAnswer`` if a question was not answered.
    package static func check<Answer>(_ ask: () -> Answer) throws(MissingAnswer) -> Answer {
        let (value, missing) = collect(ask)
        if let missing { throw missing }
        return value
    }
}

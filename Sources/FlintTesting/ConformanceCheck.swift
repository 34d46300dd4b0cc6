// SPDX-License-Identifier: MIT

/// A check that an implementation of one of the engine's protocols follows the rules that the engine relies on.
///
/// Create the check that matches the protocol, and pass it closures that create a subject, the object to test, and
/// change it. A check returns its findings as values, so it works with any test framework:
///
/// ```swift
/// @Test func `the tracker can be relied on`() async throws {
///     try await PurchaseTrackerConformance {
///         LicenceTracker(server: FakeServer())
///     } change: { tracker, product, status in
///         tracker.server.setStatus(status, of: product.productID)
///     }.verify()
/// }
/// ```
///
/// The closures are called on the caller's actor. The subject is also queried from other threads, as the engine does.
/// The result does not depend on the speed of the machine: a check waits only for events that must happen, and reports
/// a failure if one of them misses the deadline.
public protocol ConformanceCheck {
    /// Runs the check.
    ///
    /// - Returns: The failures in the order in which they were found; empty if the implementation conforms.
    func failures() async -> [ConformanceFailure]
}

extension ConformanceCheck {
    /// Runs the check and throws an error if the implementation does not conform.
    ///
    /// - Throws: ``ConformanceError`` with all failures.
    public func verify() async throws(ConformanceError) {
        let failures = await failures()
        if !failures.isEmpty { throw ConformanceError(failures: failures) }
    }
}

/// A rule that an implementation breaks, with the observed behavior and a remedy.
public struct ConformanceFailure: Hashable, Sendable, CustomStringConvertible {
    /// The name of the rule, such as `announces-after-the-change`.
    public let rule: String
    /// The type that breaks the rule and the affected key, such as `LicenceTracker, premium`.
    public let subject: String
    /// A description of the observed behavior and, where it helps, of the expected behavior.
    public let problem: String
    /// A suggestion for fixing the implementation.
    public let advice: String

    /// The failure on one line.
    public var description: String { "\(subject): \(problem) \(advice) [\(rule)]" }
}

/// The error that contains all failures of a check.
public struct ConformanceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The failures in the order in which they were found; never empty.
    public let failures: [ConformanceFailure]

    /// The failures, one per line.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}

/// Whether an implementation announces changes during the change or later, and the time limit of a check.
///
/// Choose ``synchronous(deadline:)`` if observers are notified during the change, and ``asynchronous(deadline:)``
/// otherwise.
public struct ConformanceTiming: Sendable {
    enum Delivery: Sendable {
        case synchronous
        case asynchronous
    }

    let delivery: Delivery
    let deadline: Duration

    /// Returns a timing for changes that are announced before the `change` closure returns.
    ///
    /// - Parameter deadline: The time limit for an answer on another thread. Only an implementation that blocks reaches
    ///   the limit.
    /// - Returns: The timing to pass to a check.
    public static func synchronous(deadline: Duration = .seconds(30)) -> ConformanceTiming {
        ConformanceTiming(delivery: .synchronous, deadline: deadline)
    }

    /// Returns a timing for changes that may be announced after the `change` closure returns.
    ///
    /// The announcement can come from any thread or from a task on the caller's actor.
    ///
    /// - Parameter deadline: The time limit for an announcement or an answer. Only an implementation that does not
    ///   conform reaches the limit.
    /// - Returns: The timing to pass to a check.
    public static func asynchronous(deadline: Duration = .seconds(30)) -> ConformanceTiming {
        ConformanceTiming(delivery: .asynchronous, deadline: deadline)
    }
}

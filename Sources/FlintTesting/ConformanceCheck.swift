/// A check of what the engine relies on in an implementation of one of its protocols.
///
/// Create the check of the protocol and give it closures that make a new subject and change it. It works in any test
/// framework, because what is wrong is a list of values:
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
/// The closures and the subject's observers are called on the actor of the caller; questions are also asked from other
/// threads, as the engine does. A conforming subject passes however fast or slow the machine is: a check waits only for
/// what has to happen, and gives up after its deadline.
public protocol ConformanceCheck {
    /// Runs the check.
    ///
    /// - Returns: What is wrong, in the order in which it was found; empty for an implementation that conforms.
    func failures() async -> [ConformanceFailure]
}

extension ConformanceCheck {
    /// Runs the check and throws if anything is wrong.
    ///
    /// - Throws: ``ConformanceError`` with everything that is wrong.
    public func verify() async throws(ConformanceError) {
        let failures = await failures()
        if !failures.isEmpty { throw ConformanceError(failures: failures) }
    }
}

/// One thing that the engine relies on and an implementation does not do.
public struct ConformanceFailure: Hashable, Sendable, CustomStringConvertible {
    /// The name of the rule that is broken, such as `announces-after-the-change`.
    public let rule: String
    /// The type that breaks it, and what it was asked about, such as `LicenceTracker, premium`.
    public let subject: String
    /// What happened, and what should have.
    public let problem: String
    /// What to do about it.
    public let advice: String

    /// The failure in one line.
    public var description: String { "\(subject): \(problem) \(advice) [\(rule)]" }
}

/// Everything that a check found wrong.
public struct ConformanceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in the order in which it was found; never empty.
    public let failures: [ConformanceFailure]

    /// One line for each failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}

/// When an implementation announces a change, and how long a check waits.
public struct ConformanceTiming: Sendable {
    /// How a check waits for an announcement.
    enum Delivery: Sendable {
        case synchronous
        case asynchronous
    }

    let delivery: Delivery
    let deadline: Duration

    /// Changes are announced before the closure that makes them returns.
    ///
    /// - Parameter deadline: How long a question may take, asked from another thread, before it counts as blocked. Only
    ///   an implementation that blocks takes as long.
    /// - Returns: The timing.
    public static func synchronous(deadline: Duration = .seconds(30)) -> ConformanceTiming {
        ConformanceTiming(delivery: .synchronous, deadline: deadline)
    }

    /// Changes are announced on any thread, or by a task of the same actor, after the closure that makes them has
    /// returned.
    ///
    /// - Parameter deadline: How long an announcement or a question may take. Only an implementation that fails takes
    ///   as long.
    /// - Returns: The timing.
    public static func asynchronous(deadline: Duration = .seconds(30)) -> ConformanceTiming {
        ConformanceTiming(delivery: .asynchronous, deadline: deadline)
    }
}

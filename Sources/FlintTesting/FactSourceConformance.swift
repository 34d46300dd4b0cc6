// SPDX-License-Identifier: MIT

public import FlintCore

/// A conformance check for the source that provides an app's fact.
///
/// Pass a closure that reads a `value`, or the ``/FlintCore/AsyncFactSource`` that asks a `service`:
///
/// ```swift
/// try await FactSourceConformance(of: .serverVersion, values: ["9.5", "9.6"]) {
///     FakeServer()
/// } service: { server in
///     AsyncFactSource { try await server.fetchVersion() }
/// } change: { server, version in
///     server.version = version
/// }.verify()
/// ```
///
/// A source must report every value unchanged. Without a value, it reports `nil` or throws an error; it never guesses.
/// A closure must also answer without waiting, and from any thread.
public struct FactSourceConformance<Value: AppFactValue>: ConformanceCheck {
    private let check: () async -> [ConformanceFailure]

    /// Creates a check for a closure that reads a fact.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - values: The values to check; at least two.
    ///   - timing: The time limit for an answer on another thread.
    ///   - make: A closure that creates the part of the app that knows the value, which must be unknown at first. The
    ///     closure is called several times.
    ///   - value: The closure to check, which reads the value on any thread.
    ///   - change: A closure that changes the value, or makes it unknown for `nil`.
    public init<Subject>(
        of fact: AppFact<Value>, values: [Value], timing: ConformanceTiming = .synchronous(),
        make: @escaping () async throws -> Subject, value: @escaping (_ subject: Subject) -> Value?,
        change: @escaping (_ subject: Subject, _ value: Value?) async throws -> Void
    ) {
        check = {
            let examination = ConformanceRunner<Subject, FactDescription, Value?>(
                timing: timing, keys: [fact.description], values: values + [nil], make: make,
                ask: { subject, _ in value(subject) }, change: { try await change($0, $2) },
                announces: { _, _ in false }, observing: nil, describeKey: \.title, describeValue: Self.displayText)
            examination.unknown = [(fact.description, nil)]
            examination.unknownValue = .some(nil)
            Self.checkDomain(of: fact, values, examination.failures)
            _ = await examination.run()
            return examination.failures.all
        }
    }

    /// Creates a check for a source that asks a service.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - values: The values to check; at least two.
    ///   - make: A closure that creates a service, which has no answer at first.
    ///   - service: A closure that returns the source to check.
    ///   - change: A closure that changes the answer of the service, or makes it fail for `nil`.
    public init<Subject>(
        of fact: AppFact<Value>, values: [Value], make: @escaping () async throws -> Subject,
        service: @escaping (_ subject: Subject) -> AsyncFactSource<Value>,
        change: @escaping (_ subject: Subject, _ value: Value?) async throws -> Void
    ) {
        check = {
            let failures = ConformanceFailureList(of: "\(Subject.self)")
            Self.checkDomain(of: fact, values, failures)
            do {
                let subject = try await make()
                let source = service(subject)
                await Self.expect(nil, from: source, fact, failures)
                for value in values.map(Optional.some) + [nil] {
                    try await change(subject, value)
                    for _ in 0..<2 { await Self.expect(value, from: source, fact, failures) }
                }
            } catch {
                failures.add(.fixtureWorks, nil, "A closure of the check threw \(error).")
            }
            return failures.all
        }
    }

    /// Runs the check and returns its failures.
    public func failures() async -> [ConformanceFailure] { await check() }

    private static func displayText(of value: Value?) -> String { value.map { "\($0)" } ?? "nil" }

    private static func checkDomain(of fact: AppFact<Value>, _ values: [Value], _ failures: ConformanceFailureList) {
        let title = fact.description.title
        let stored = values.map(\.factValue)
        if stored.count < 2 || Set(stored).count < stored.count {
            failures.add(
                .valuesDiffer, title, "The values to check must be two or more, and the engine must tell them apart.")
        }
        for value in values where !fact.description.accepts(value.factValue) {
            failures.add(.fitsTheDomain, title, "\(value) is not in its domain.")
        }
    }

    private static func expect(
        _ value: Value?, from source: AsyncFactSource<Value>, _ fact: AppFact<Value>, _ failures: ConformanceFailureList
    ) async {
        let answer = try? await source.ask()
        guard answer != value else { return }
        let result = answer == nil ? "an error" : displayText(of: answer)
        failures.add(
            value == nil ? .unknownStaysUnknown : .answersWhatWasSet, fact.description.title,
            value == nil
                ? "The service fails, but the source returns \(displayText(of: answer)) instead of an error."
                : "It was changed to \(displayText(of: value)), but returns \(result).")
    }
}

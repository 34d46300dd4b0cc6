import FeatureGating
import FlintLocks
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

struct AsyncFactSourceTests {
    private let time = ManualTime()
    private let runtime: FlintRuntime
    private let changes: AsyncStream<String>
    private let token: ObservationToken

    init() {
        runtime = FlintRuntime(now: { [time] in time.now }, timer: ManualTime()) { _, answered, _ in
            answered.wait()
            return .success
        }
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        changes = stream
        token = runtime.facts.observe { change in
            guard change.key == AppFact.serverVersion.key else { return }
            continuation.yield(
                "\(change.after.actual.displayText(for: change.key)) from \(change.after.source.rawValue)")
        }
    }

    private func setUp(_ policy: UnansweredPolicy = .unknown, pausePart: Double = 1, _ answers: Answer...) {
        let service = Service(answers)
        var source = AsyncFactSource(every: 600, whileUnanswered: policy) { try await service.ask() }
        (source.timer, source.pausePart) = (time, { pausePart })
        runtime.setUp(EmptyApp.self) { [source] in $0.setSource(of: AppFact.serverVersion, source) }
        runtime.register(Sync.self)
    }

    @Test func `a failed request is retried after increasing pauses`() async {
        setUp(.unknown, .failure, .failure, .failure, .version(9), .version(10))
        var next = changes.makeAsyncIterator()
        #expect(await next.next() == "pending from app")
        #expect(await next.next() == "failed from app, attempt 1 failed, next at 1970-01-12T13:46:41Z: no route")
        time.advance(seconds: 1)
        #expect(await next.next() == "failed from app, attempt 2 failed, next at 1970-01-12T13:46:43Z: no route")
        time.advance(seconds: 2)
        #expect(await next.next() == "failed from app, attempt 3 failed, next at 1970-01-12T13:46:47Z: no route")
        time.advance(seconds: 4)
        #expect(await next.next() == "9.0 from app")
        time.advance(seconds: 600)
        #expect(await next.next() == "pending from app")
        #expect(await next.next() == "10.0 from app")
    }

    @Test func `a pause can be shortened by a random factor`() async {
        setUp(.unknown, pausePart: 0.75, .failure, .version(9))
        await waitForAskedFacts()
        #expect(time.deadline == time.now + 0.75)
        #expect((0..<100).allSatisfy { _ in (0.75...1).contains(AsyncFactSource { true }.pausePart()) })
    }

    /// Waits on a separate thread, because the service needs the threads that run tests.
    private func waitForAskedFacts() async {
        await withCheckedContinuation { continuation in
            Thread { [runtime] in
                runtime.waitForAskedFacts()
                continuation.resume()
            }
            .start()
        }
    }

    @Test func `a command waits for the first attempt of every source`() async {
        setUp(.unknown, .version(10))
        for _ in 0..<2 {
            await waitForAskedFacts()
            #expect(runtime.bind { Sync.isAvailable } == true)
        }
    }

    @Test func `the last answer remains for the stated time`() async {
        setUp(.lastKnown(for: 602), .version(10), .failure, .failure, .version(9))
        var next = changes.makeAsyncIterator()
        #expect(await next.next() == "pending from app")
        #expect(await next.next() == "10.0 from app")
        time.advance(seconds: 600)
        #expect(await next.next() == "10.0 from app, answered at 1970-01-12T13:46:40Z")
        #expect(await next.next() == "10.0 from app, attempt 1 failed, next at 1970-01-12T13:56:41Z: no route")
        #expect(runtime.bind { Sync.isAvailable } == true)
        time.advance(seconds: 1)
        #expect(await next.next() == "10.0 from app, attempt 2 failed, next at 1970-01-12T13:56:43Z: no route")
        time.advance(seconds: 1)
        #expect(await next.next() == "failed from app, attempt 2 failed, next at 1970-01-12T13:56:43Z: no route")
        #expect(runtime.bind { Sync.isAvailable } == nil)
        time.advance(seconds: 1)
        #expect(await next.next() == "9.0 from app")
    }

    private static let refusals: [(Answer, Bool?, String)] = [
        (.failure, nil, "Server version could not be read, and 9.6 or later is required"),
        (.forbidden, false, "Server version is forbidden, and 9.6 or later is required"),
        (.missing, false, "Server version is missing, and 9.6 or later is required"),
        (.version(9), false, "Server version is 9.0, and 9.6 or later is required"),
    ]

    @Test(arguments: refusals)
    private func `an answer without a value states its reason`(answer: Answer, isAvailable: Bool?, summary: String)
        async
    {
        setUp(.unknown, answer)
        var next = changes.makeAsyncIterator()
        #expect(await next.next() == "pending from app")
        _ = await next.next()
        #expect(runtime.bind { Sync.isAvailable } == isAvailable)
        #expect(runtime.bind { Sync.descriptionOfUnsatisfiedConstraints } == summary)
    }

    @Test func `a change that is announced during a request leads to another request`() async {
        setUp(.lastKnown(for: 60), .announcing(9), .version(10))
        var next = changes.makeAsyncIterator()
        #expect(await next.next() == "pending from app")
        #expect(await next.next() == "9.0 from app")
        #expect(await next.next() == "9.0 from app, answered at 1970-01-12T13:46:40Z")
        #expect(await next.next() == "10.0 from app")
    }

    @Test func `a runtime that is reset sends no further requests`() async {
        setUp(.unknown, .version(9))
        var next = changes.makeAsyncIterator()
        _ = await next.next()
        _ = await next.next()
        #expect(time.deadline == time.now + 600)
        runtime.reset()
        #expect(time.deadline == nil)
    }
}

private enum Answer: Sendable {
    case version(PlatformVersion)
    /// An answer before which the service announces a change.
    case announcing(PlatformVersion)
    case failure, forbidden, missing
}

private struct NoRoute: Error, CustomStringConvertible {
    let description = "no route"
}

/// A service that gives prepared answers.
private actor Service {
    private var answers: [Answer]

    init(_ answers: [Answer]) {
        self.answers = answers.reversed()
    }

    func ask() throws -> PlatformVersion {
        switch answers.popLast() {
        case .version(let version)?: return version
        case .announcing(let version)?:
            Flint.factChanged(AppFact.serverVersion)
            return version
        case .failure?, nil: throw NoRoute()
        case .forbidden?: throw FactSourceError.forbidden("by the policy")
        case .missing?: throw FactSourceError.missing("too old")
        }
    }
}

extension AppFact where Value == PlatformVersion {
    fileprivate static var serverVersion: AppFact { AppFact("server-version", title: "Server version") }
}

private final class Sync: ConditionalFeature {
    static let description = "Continues on another device"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.serverVersion, atLeast: PlatformVersion(major: 9, minor: 6))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

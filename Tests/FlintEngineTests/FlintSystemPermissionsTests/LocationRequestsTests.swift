import FlintCore
import FlintLocks
import Testing

@testable import FlintSystemPermissions

struct LocationRequestsTests {
    private let system = LocationSystem()
    private let answers = Protected<[SystemPermissionStatus]>([])

    private var requests: LocationRequests { system.requests }

    @discardableResult
    private func requestAlways(of adapter: SystemPermissionSourceAdapter) -> Int? {
        let answers = answers
        adapter.requestAuthorisation { _, status in answers.withLock { $0.append(status) } }
        return system.extensionNumber
    }

    private func makeAdapter() -> SystemPermissionSourceAdapter {
        SystemPermissionSourceAdapter(system) { _ in "To remind you." }
    }

    @Test func `a request to extend when-in-use access waits while the prompt is open`() throws {
        requests.authorizationDidChange(to: 4)
        let adapter = makeAdapter()
        let number = try #require(requestAlways(of: adapter))
        requests.appWillResignActive()
        requests.endIfNoPromptIsOpen(number)
        #expect(answers.withLock { $0 } == [])
        #expect(adapter.status == .notDetermined)
        requests.authorizationDidChange(to: 3)
        #expect(answers.withLock { $0 } == [.authorized])
    }

    @Test func `keeping when-in-use access denies the request for more`() throws {
        requests.authorizationDidChange(to: 4)
        let adapter = makeAdapter()
        let number = try #require(requestAlways(of: adapter))
        requests.appWillResignActive()
        #expect(requests.appDidBecomeActive() == number)
        #expect(answers.withLock { $0 } == [], "The system may report the answer later.")
        requests.endIfNoPromptIsOpen(number)
        #expect(answers.withLock { $0 } == [.denied])
        #expect(adapter.status == .denied)
    }

    @Test func `an answer that is reported after the prompt closes is used`() throws {
        requests.authorizationDidChange(to: 4)
        let number = try #require(requestAlways(of: makeAdapter()))
        requests.appWillResignActive()
        _ = requests.appDidBecomeActive()
        requests.authorizationDidChange(to: 3)
        requests.endIfNoPromptIsOpen(number)
        #expect(answers.withLock { $0 } == [.authorized])
    }

    @Test func `a request ends if the system shows no prompt`() throws {
        requests.authorizationDidChange(to: 4)
        let number = try #require(requestAlways(of: makeAdapter()))
        requests.endIfNoPromptIsOpen(number)
        #expect(answers.withLock { $0 } == [.denied])
        requests.endIfNoPromptIsOpen(number)
        #expect(requests.appDidBecomeActive() == nil)
        #expect(answers.withLock { $0 } == [.denied])
    }

    @Test func `the first request waits for the system's report, even if the app becomes active repeatedly`() {
        #expect(requestAlways(of: makeAdapter()) == nil)
        requests.appWillResignActive()
        #expect(requests.appDidBecomeActive() == nil)
        #expect(answers.withLock { $0 } == [])
        requests.authorizationDidChange(to: 2)
        #expect(answers.withLock { $0 } == [.denied])
    }

    @Test func `a permission that was reset in the settings can be requested again`() throws {
        requests.authorizationDidChange(to: 4)
        let adapter = makeAdapter()
        let number = try #require(requestAlways(of: adapter))
        requests.endIfNoPromptIsOpen(number)
        requests.authorizationDidChange(to: 0)
        #expect(adapter.status == .notDetermined)
        requests.authorizationDidChange(to: 4)
        #expect(adapter.status == .notDetermined)
    }

    @Test(arguments: [1, 2, 3])
    func `a request that has already been answered ends immediately`(code: Int) {
        requests.authorizationDidChange(to: code)
        let isEnded = Protected(false)
        #expect(requests.begin(.locationAlways) { isEnded.withLock { $0 = true } } == nil)
        #expect(isEnded.withLock { $0 })
    }

    @Test func `a change of the accuracy is announced and does not end a request`() {
        requests.authorizationDidChange(to: 4)
        let (ends, changes) = (Protected(0), Protected(0))
        requests.observe { changes.withLock { $0 += 1 } }
        _ = requests.begin(.locationAlways) { ends.withLock { $0 += 1 } }
        requests.authorizationDidChange(to: 4, isReduced: true)
        requests.authorizationDidChange(to: 4, isReduced: true)
        #expect(requests.isReduced)
        #expect(changes.withLock { $0 } == 1)
        #expect(ends.withLock { $0 } == 0)
    }
}

/// The location services of a system, without its prompts.
private final class LocationSystem: SystemPermissionSource {
    let permission = SystemPermissionConstraint.location(usage: .always)
    let requests = LocationRequests()
    private let number = Protected<Int?>(nil)

    /// The number of the last extension.
    var extensionNumber: Int? { number.withLock { $0 } }

    var answer: AuthorizationAnswer? { AuthorizationQuestion.locationAlways.answer(requests.code) }

    func request(_ completion: @escaping @Sendable () -> Void) {
        let extensionNumber = requests.begin(.locationAlways, completion)
        number.withLock { $0 = extensionNumber }
    }

    func observe(_ handler: @escaping @Sendable () -> Void) {
        requests.observe(handler)
    }
}

import FlintCore
import FlintLocks
import Testing

@testable import FlintSystemPermissions

struct AsynchronousPermissionStatusTests {
    /// A system whose prompts a test answers one by one.
    private final class Desk: Sendable {
        private let waiting = Protected<[@Sendable (SystemPermissionStatus) -> Void]>([])

        var questions: Int { waiting.withLock { $0.count } }

        func ask(_ answer: @escaping @Sendable (SystemPermissionStatus) -> Void) {
            waiting.withLock { $0.append(answer) }
        }

        func answer(_ status: SystemPermissionStatus) {
            waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?(status)
        }
    }

    @Test func `a status is not determined until the system answers`() {
        let desk = Desk()
        let status = AsynchronousPermissionStatus(.notDetermined, desk.ask)
        #expect(status.current == .notDetermined)
        desk.answer(.authorized)
        #expect(status.current == .authorized)
    }

    @Test func `only one request is sent at a time, regardless of the number of reads`() {
        let desk = Desk()
        let status = AsynchronousPermissionStatus(.notDetermined, desk.ask)
        for _ in 0..<100 { _ = status.current }
        #expect(desk.questions == 1)
        desk.answer(.denied)
        #expect(desk.questions == 0)
        _ = status.current
        #expect(desk.questions == 1, "The next read sends another request.")
    }

    @Test func `an answer is announced if it differs from the last one`() {
        let desk = Desk()
        let status = AsynchronousPermissionStatus(.notDetermined, desk.ask)
        let changes = Protected(0)
        status.observe { changes.withLock { $0 += 1 } }
        for answer in [SystemPermissionStatus.authorized, .authorized, .denied] {
            desk.answer(answer)
            status.refresh()
        }
        #expect(changes.withLock { $0 } == 2)
    }

    @Test func `a completion waits for the answer to a later request`() {
        let desk = Desk()
        let status = AsynchronousPermissionStatus(.notDetermined, desk.ask)
        let isDone = Protected(false)
        status.refresh { isDone.withLock { $0 = true } }
        desk.answer(.notDetermined)
        #expect(!isDone.withLock { $0 }, "The answer may be older than the request.")
        desk.answer(.authorized)
        #expect(isDone.withLock { $0 })
        #expect(status.current == .authorized)
    }

    @Test func `a completion without a pending request sends one`() {
        let desk = Desk()
        let status = AsynchronousPermissionStatus(.notDetermined, desk.ask)
        desk.answer(.denied)
        let isDone = Protected(false)
        status.refresh { isDone.withLock { $0 = true } }
        desk.answer(.authorized)
        #expect(isDone.withLock { $0 })
        #expect(desk.questions == 0)
    }
}

import FlintLocks
import FlintModel
import Testing

struct `Observation tokens` {
    private final class Counter: Sendable {
        let count = Atomic(0)
        func increment() { count.add(1, ordering: .relaxed) }
        var value: Int { count.load(ordering: .relaxed) }
    }

    @Test func `releasing a token ends the observation`() {
        let counter = Counter()
        do {
            let token = ObservationToken { counter.increment() }
            #expect(counter.value == 0)
            withExtendedLifetime(token) {}
        }
        #expect(counter.value == 1)
    }

    @Test func `an observation ends once, regardless of how often its token is canceled`() {
        let counter = Counter()
        do {
            let token = ObservationToken { counter.increment() }
            token.cancel()
            token.cancel()
            #expect(counter.value == 1)
        }
        #expect(counter.value == 1)
    }
}

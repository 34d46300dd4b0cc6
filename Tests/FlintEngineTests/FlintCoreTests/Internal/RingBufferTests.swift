import FlintTestSupport
import Testing

@testable import FlintCore

struct RingBufferTests {
    @Test func `an empty ring buffer has no elements`() {
        let list = RingBuffer<Int>(capacity: 3)
        #expect(list.count == 0)
        #expect(list.first == nil)
        #expect(list.last == nil)
        #expect(list.all.isEmpty)
        #expect(list.newest(2).isEmpty)
    }

    @Test(arguments: [0, -1, Int.min])
    func `a ring buffer has a capacity of at least one`(capacity: Int) {
        var list = RingBuffer<Int>(capacity: capacity)
        list.append(1)
        list.append(2)
        #expect(list.all == [2])
        list.capacity = capacity
        list.append(3)
        #expect(list.capacity == 1)
        #expect(list.all == [3])
    }

    /// Appending and resizing at random preserves the suffix of an equal array.
    @Test(arguments: 0..<50)
    func `a ring buffer equals the suffix of an array`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var capacity = Int.random(in: 1...8, using: &random)
        var list = RingBuffer<Int>(capacity: capacity)
        var expected: [Int] = []
        for number in 0..<60 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                capacity = Int.random(in: 1...8, using: &random)
                list.capacity = capacity
            default:
                list.append(number)
                expected.append(number)
            }
            expected = expected.suffix(capacity)
            #expect(list.all == expected)
            #expect(list.count == expected.count)
            #expect(list.first == expected.first)
            #expect(list.last == expected.last)
            let length = Int.random(in: 0...10, using: &random)
            #expect(list.newest(length) == Array(expected.suffix(length)))
        }
    }

    @Test func `an overwritten element is released`() {
        var list = RingBuffer<Thing>(capacity: 1)
        weak var first: Thing?
        do {
            let thing = Thing()
            first = thing
            list.append(thing)
        }
        #expect(first != nil)
        list.append(Thing())
        #expect(first == nil)
    }
}

private final class Thing {}

// SPDX-License-Identifier: MIT

/// A buffer of the newest elements of a sequence, up to a capacity.
///
/// When the buffer is full, appending an element overwrites the oldest one in place, so other elements do not move.
///
/// ```swift
/// var lines = RingBuffer<String>(capacity: 2)
/// for line in ["one", "two", "three"] { lines.append(line) }
/// lines.all      // ["two", "three"]
/// ```
struct RingBuffer<Element> {
    private var elements: [Element] = []
    /// The index of the oldest element; 0 unless the buffer is full.
    private var start = 0
    private var limit: Int

    init(capacity: Int) {
        limit = max(1, capacity)
    }

    /// The maximum number of elements; reducing it removes the oldest elements.
    var capacity: Int {
        get { limit }
        set {
            limit = max(1, newValue)
            elements = newest(limit)
            start = 0
        }
    }

    var count: Int { elements.count }

    var first: Element? { elements.isEmpty ? nil : elements[start] }

    var last: Element? { start == 0 ? elements.last : elements[start - 1] }

    var all: [Element] { newest(count) }

    func newest(_ number: Int) -> [Element] {
        let number = min(number, count)
        var newest: [Element] = []
        newest.reserveCapacity(number)
        // Elements before the oldest element's index are newer than all elements after it.
        if number > start { newest += elements[(count - number + start)...] }
        newest += elements[max(0, start - number)..<start]
        return newest
    }

    mutating func append(_ element: consuming Element) {
        guard elements.count == limit else { return elements.append(element) }
        elements[start] = element
        start += 1
        if start == limit { start = 0 }
    }

    mutating func removeAll() {
        elements = []
        start = 0
    }
}

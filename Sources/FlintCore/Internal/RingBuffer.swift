/// The newest elements of an endless sequence, up to a capacity.
///
/// A full buffer overwrites its oldest element where it is, so that adding one neither moves nor copies another.
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

    /// Creates an empty list.
    ///
    /// - Parameter capacity: How many elements there is room for; at least 1.
    init(capacity: Int) {
        limit = max(1, capacity)
    }

    /// How many elements there is room for; the oldest go when there is room for fewer.
    var capacity: Int {
        get { limit }
        set {
            limit = max(1, newValue)
            elements = newest(limit)
            start = 0
        }
    }

    /// How many elements there are.
    var count: Int { elements.count }

    /// The oldest element.
    var first: Element? { elements.isEmpty ? nil : elements[start] }

    /// The newest element.
    var last: Element? { start == 0 ? elements.last : elements[start - 1] }

    /// All elements, the oldest first.
    var all: [Element] { newest(count) }

    /// The newest elements, the oldest of them first.
    ///
    /// - Parameter number: How many are wanted; at least 0.
    /// - Returns: As many, or all of them if there are fewer.
    func newest(_ number: Int) -> [Element] {
        let number = min(number, count)
        var newest: [Element] = []
        newest.reserveCapacity(number)
        // What is before the oldest element was added after everything behind it.
        if number > start { newest += elements[(count - number + start)...] }
        newest += elements[max(0, start - number)..<start]
        return newest
    }

    /// Adds an element in place of the oldest, if there is no room for more.
    mutating func append(_ element: consuming Element) {
        guard elements.count == limit else { return elements.append(element) }
        elements[start] = element
        start += 1
        if start == limit { start = 0 }
    }

    /// Removes every element.
    mutating func removeAll() {
        elements = []
        start = 0
    }
}

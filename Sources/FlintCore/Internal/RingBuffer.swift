import DequeModule

/// The newest elements of an endless sequence, up to a capacity.
///
/// ```swift
/// var lines = RingBuffer<String>(capacity: 2)
/// for line in ["one", "two", "three"] { lines.append(line) }
/// lines.all      // ["two", "three"]
/// ```
struct RingBuffer<Element> {
    private var elements: Deque<Element> = []
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
            elements.removeFirst(max(0, elements.count - limit))
        }
    }

    /// How many elements there are.
    var count: Int { elements.count }

    /// The oldest element.
    var first: Element? { elements.first }

    /// The newest element.
    var last: Element? { elements.last }

    /// All elements, the oldest first.
    var all: [Element] { Array(elements) }

    /// The newest elements, the oldest of them first.
    ///
    /// - Parameter number: How many are wanted; at least 0.
    /// - Returns: As many, or all of them if there are fewer.
    func newest(_ number: Int) -> [Element] { Array(elements.suffix(number)) }

    /// Adds an element in place of the oldest, if there is no room for more.
    mutating func append(_ element: consuming Element) {
        // In this order, so that the room the oldest leaves is taken and the list never grows beyond its limit.
        if elements.count == limit { _ = elements.popFirst() }
        elements.append(element)
    }

    /// Removes every element.
    mutating func removeAll() {
        elements = []
    }
}

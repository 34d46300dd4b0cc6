#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A dictionary from texts to numbers that is asked with bytes, so that no string is made for a question.
struct LiteralTable: Sendable {
    private struct Slot {
        var hash: UInt32
        /// Where the text begins among the keys.
        var start: Int32
        var count: Int32
        /// The number; negative in a slot that is free.
        var value: Int32
    }

    private var slots: [Slot] = []
    private var keys: [UInt8] = []
    private var count = 0

    /// The number of a text, or `nil` if it has none.
    subscript(text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard count > 0 else { return nil }
        let hash = Self.hash(text)
        var index = Int(hash) & (slots.count - 1)
        while slots[index].value >= 0 {
            let slot = slots[index]
            if slot.hash == hash, isEqual(slot, text) { return Int(slot.value) }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Gives a number to a text that has none yet.
    mutating func insert(_ text: [UInt8], _ value: Int) {
        if (count + 1) * 2 > slots.count { grow() }
        let start = Int32(keys.count)
        keys += text
        let hash = text.withUnsafeBufferPointer { Self.hash($0) }
        place(Slot(hash: hash, start: start, count: Int32(text.count), value: Int32(value)))
        count += 1
    }

    private mutating func place(_ slot: Slot) {
        var index = Int(slot.hash) & (slots.count - 1)
        while slots[index].value >= 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(hash: 0, start: 0, count: 0, value: -1), count: max(4, old.count * 2))
        for slot in old where slot.value >= 0 { place(slot) }
    }

    private func isEqual(_ slot: Slot, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(slot.count) == text.count else { return false }
        return keys.withUnsafeBufferPointer { keys in
            guard let keys = keys.baseAddress, let text = text.baseAddress else { return true }
            return memcmp(keys + Int(slot.start), text, Int(slot.count)) == 0
        }
    }

    /// Fowler, Noll and Vo's hash, with its upper bits mixed into the lower ones.
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ (hash >> 15)
    }
}

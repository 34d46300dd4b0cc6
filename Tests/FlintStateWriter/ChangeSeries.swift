/// A series of random changes derived from a seed.
///
/// Another process with the same seed knows the content of a file after each change.
struct ChangeSeries {
    static let keys = (0..<20).map { "key\($0)" }

    let seed: UInt64
    /// The numbers that can be stored.
    let values: ClosedRange<Int>

    /// Returns a change by its number, starting at 1.
    func change(_ number: Int) -> (key: String, value: Int) {
        var state = seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15
        let key = Self.keys[Int(next(&state) % UInt64(Self.keys.count))]
        return (key, values.lowerBound + Int(next(&state) % UInt64(values.count)))
    }

    func contents(after count: Int) -> [String: Int] {
        var contents = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, 0) })
        for number in 0..<count {
            let (key, value) = change(number + 1)
            contents[key] = value
        }
        return contents
    }

    private func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

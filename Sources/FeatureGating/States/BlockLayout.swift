// SPDX-License-Identifier: MIT

/// One bit for each of 512 states that are evaluated together.
typealias StateBlock = SIMD8<UInt64>

/// The assignment of a circuit's variables to the slots of a block or to the odometer that enumerates blocks.
///
/// Inner variables share the 512 slots of a block, and each slot is one combination of their classes. Outer variables
/// have a single class for the whole block. The blocks enumerate all combinations of these classes like an odometer.
///
/// A variable is even if all its classes have the same weight, as the two classes of a product do. Blocks that differ
/// only in even variables are added slot by slot. The sums are weighted only when an uneven outer variable advances.
/// Uneven variables therefore take the slots of a block first. If some of them do not fit, they are the last to
/// advance.
struct BlockLayout {
    /// A variable within the block.
    ///
    /// Slot *s* has the class *s / stride* modulo the number of classes.
    struct Inner {
        let variable: Int32
        let classCount: Int
        let stride: Int
    }

    struct WeightedSlots {
        let weight: StateCount
        let slots: StateBlock
    }

    static let slotCount = StateBlock.scalarCount * UInt64.bitWidth
    /// The maximum number of different slot weights in a block.
    ///
    /// The slots of each weight are summed separately.
    private static let maximumWeightCount = 16

    private(set) var inner: [Inner] = []
    /// The other variables, in the order in which they advance, fastest first.
    private(set) var outer: [Int32] = []
    /// The number of even variables, which are the first elements of ``outer``.
    private(set) var evenOuterCount = 0
    private(set) var usedSlots = 1
    /// The used slots by weight, without the weight of outer variables.
    private(set) var weightedSlots: [WeightedSlots] = []
    /// The product of the class weights of all even variables.
    private(set) var factor = StateCount.one

    /// Creates the layout of a circuit's variables, given the weight of each class by variable.
    init(_ circuit: StateCircuit, weights: [[StateCount]]) {
        var mentions = [Int](repeating: 0, count: weights.count)
        for part in circuit.parts where circuit.nodes[Int(part)].isAtom {
            mentions[Int(circuit.nodes[Int(part)].variable)] += 1
        }
        // The most mentioned variables go into the block, and the least mentioned variables advance fastest, because
        // each advance reevaluates the instructions that depend on the variable.
        let variables = circuit.variables.sorted { mentions[Int($0)] > mentions[Int($1)] }
        var chosen: [Int32] = []
        var slotWeights = [StateCount.one]
        var uneven: [Int32] = []
        for variable in variables where !Self.isEven(weights[Int(variable)]) {
            let classes = weights[Int(variable)]
            let combined = Self.products(slotWeights, classes)
            if usedSlots * classes.count <= Self.slotCount, combined.count <= Self.maximumWeightCount {
                chosen.append(variable)
                usedSlots *= classes.count
                slotWeights = combined
            } else {
                uneven.append(variable)
            }
        }
        for variable in variables where Self.isEven(weights[Int(variable)]) {
            let classes = weights[Int(variable)]
            factor = factor * classes[0]
            if usedSlots * classes.count <= Self.slotCount {
                chosen.append(variable)
                usedSlots *= classes.count
            } else {
                outer.append(variable)
            }
        }
        evenOuterCount = outer.count
        outer = outer.reversed() + uneven.reversed()
        place(chosen, weights: weights)
    }

    private mutating func place(_ variables: [Int32], weights: [[StateCount]]) {
        // Two-valued variables come first, because the slots of a variable whose stride is a power of two repeat word
        // by word.
        var stride = 1
        for variable in variables.filter({ weights[Int($0)].count == 2 })
            + variables.filter({ weights[Int($0)].count != 2 })
        {
            inner.append(Inner(variable: variable, classCount: weights[Int(variable)].count, stride: stride))
            stride *= weights[Int(variable)].count
        }
        var used = StateBlock.zero
        for word in 0..<(usedSlots + 63) / 64 { used[word] = .max >> UInt64(max(0, 64 * (word + 1) - usedSlots)) }
        weightedSlots = [WeightedSlots(weight: .one, slots: used)]
        for variable in inner where !Self.isEven(weights[Int(variable.variable)]) {
            var next: [WeightedSlots] = []
            for (index, weight) in weights[Int(variable.variable)].enumerated() {
                let members = Self.slots(of: variable, in: 1 << UInt64(index))
                for group in weightedSlots {
                    let (weight, slots) = (group.weight * weight, group.slots & members)
                    if let known = next.firstIndex(where: { $0.weight == weight }) {
                        next[known] = WeightedSlots(weight: weight, slots: next[known].slots | slots)
                    } else {
                        next.append(WeightedSlots(weight: weight, slots: slots))
                    }
                }
            }
            weightedSlots = next
        }
    }

    private static func isEven(_ classes: [StateCount]) -> Bool { classes.allSatisfy { $0 == classes[0] } }

    private static func products(_ some: [StateCount], _ others: [StateCount]) -> [StateCount] {
        var result: [StateCount] = []
        for one in some {
            for other in others where !result.contains(one * other) { result.append(one * other) }
        }
        return result
    }

    /// Returns the slots in which a variable has one of the given classes.
    ///
    /// The bits of unused slots are unspecified.
    static func slots(of variable: Inner, in classes: UInt64) -> StateBlock {
        if variable.classCount == 2, variable.stride.nonzeroBitCount == 1 {
            let second = secondHalves(stride: variable.stride)
            return (classes & 1 == 0 ? .zero : ~second) | (classes & 2 == 0 ? .zero : second)
        }
        var result = StateBlock.zero
        for slot in 0..<slotCount where classes >> UInt64(slot / variable.stride % variable.classCount) & 1 == 1 {
            result[slot / 64] |= 1 << UInt64(slot % 64)
        }
        return result
    }

    private static func secondHalves(stride: Int) -> StateBlock {
        switch stride {
        case 1: StateBlock(repeating: 0xAAAA_AAAA_AAAA_AAAA)
        case 2: StateBlock(repeating: 0xCCCC_CCCC_CCCC_CCCC)
        case 4: StateBlock(repeating: 0xF0F0_F0F0_F0F0_F0F0)
        case 8: StateBlock(repeating: 0xFF00_FF00_FF00_FF00)
        case 16: StateBlock(repeating: 0xFFFF_0000_FFFF_0000)
        case 32: StateBlock(repeating: 0xFFFF_FFFF_0000_0000)
        case 64: StateBlock(0, .max, 0, .max, 0, .max, 0, .max)
        case 128: StateBlock(0, 0, .max, .max, 0, 0, .max, .max)
        default: StateBlock(0, 0, 0, 0, .max, .max, .max, .max)
        }
    }
}

/// One bit for each of 512 states, which are evaluated at once.
typealias StateBlock = SIMD8<UInt64>

/// Which variables of a circuit count within a block of 512 states, and in which order the others go through theirs.
///
/// Inner variables share the 512 slots of a block: each slot is one combination of their values. Outer variables have
/// one value for the whole block, and the blocks go through all combinations of those as an odometer does.
///
/// A variable is even if its classes have the same weight, as those of a product have. Blocks that differ in even
/// variables only are added up slot by slot; just where another outer variable turns, the sums are weighted. So
/// variables that are not even go into the block first, and turn last if they do not fit.
struct BlockLayout {
    /// A variable in the block: slot *s* has the class *s / stride* modulo the number of classes.
    struct Inner {
        let variable: Int32
        let classCount: Int
        let stride: Int
    }

    /// Slots that stand for equally many states.
    struct WeightedSlots {
        let weight: StateCount
        let slots: StateBlock
    }

    /// How many states a block has.
    static let slotCount = StateBlock.scalarCount * UInt64.bitWidth
    /// How many different weights the slots of a block have at most, since each is summed up by itself.
    private static let mostWeights = 16

    /// The variables in the block.
    private(set) var inner: [Inner] = []
    /// The other variables, the one that turns first at the front.
    private(set) var outer: [Int32] = []
    /// How many of the outer variables are even; they are at the front.
    private(set) var evenOuterCount = 0
    /// How many slots are used.
    private(set) var usedSlots = 1
    /// The slots in use by weight, without that of outer variables.
    private(set) var weightedSlots: [WeightedSlots] = []
    /// The weight of the classes of all even variables.
    private(set) var factor = StateCount.one

    /// Lays out the variables of a circuit.
    ///
    /// - Parameters:
    ///   - circuit: The circuit.
    ///   - weights: By variable, the weight of each class.
    init(_ circuit: StateCircuit, weights: [[StateCount]]) {
        var mentions = [Int](repeating: 0, count: weights.count)
        for part in circuit.parts where circuit.nodes[Int(part)].isAtom {
            mentions[Int(circuit.nodes[Int(part)].variable)] += 1
        }
        // What is mentioned most goes into the block, and what is mentioned least turns first: a turn makes the program
        // evaluate again what depends on the variable.
        let variables = circuit.variables.sorted { mentions[Int($0)] > mentions[Int($1)] }
        var chosen: [Int32] = []
        var slotWeights = [StateCount.one]
        var uneven: [Int32] = []
        for variable in variables where !Self.isEven(weights[Int(variable)]) {
            let classes = weights[Int(variable)]
            let combined = Self.products(slotWeights, classes)
            if usedSlots * classes.count <= Self.slotCount, combined.count <= Self.mostWeights {
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

    /// Gives variables their slots.
    private mutating func place(_ variables: [Int32], weights: [[StateCount]]) {
        // Two-valued variables come first, because the slots of one whose stride is a power of two repeat word by word.
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

    /// Returns whether all classes have the same weight.
    private static func isEven(_ classes: [StateCount]) -> Bool { classes.allSatisfy { $0 == classes[0] } }

    /// The different products of numbers of two lists.
    private static func products(_ some: [StateCount], _ others: [StateCount]) -> [StateCount] {
        var result: [StateCount] = []
        for one in some {
            for other in others where !result.contains(one * other) { result.append(one * other) }
        }
        return result
    }

    /// Returns the slots in which a variable has one of some classes; what unused slots have does not matter.
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

    /// Returns the slots in which a two-valued variable has its second value.
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

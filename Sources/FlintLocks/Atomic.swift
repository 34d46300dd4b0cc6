// SPDX-License-Identifier: MIT

// `Atomic` for Apple's systems, with the part of the interface of `Synchronization` that this package uses.
#if canImport(os)
    public import CFlintAtomics

    /// A value that threads can access without a lock.
    ///
    /// The value is stored as a word of allocated memory, because only `Synchronization` can give a stored property a
    /// stable address.
    @usableFromInline
    package struct Atomic<Value: AtomicRepresentable>: ~Copyable {
        @usableFromInline let word: UnsafeMutablePointer<flint_atomic_word>

        @inlinable
        package init(_ initialValue: Value) {
            word = .allocate(capacity: 1)
            flint_atomic_init(word, initialValue.atomicWord)
        }

        @inlinable
        deinit {
            word.deallocate()
        }

        @inlinable
        package func load(ordering: AtomicLoadOrdering) -> Value {
            Value(atomicWord: flint_atomic_load(word, ordering.rawValue))
        }

        @inlinable
        package func store(_ desired: Value, ordering: AtomicStoreOrdering) {
            flint_atomic_store(word, desired.atomicWord, ordering.rawValue)
        }

        @inlinable
        package func exchange(_ desired: Value, ordering: AtomicUpdateOrdering) -> Value {
            Value(atomicWord: flint_atomic_exchange(word, desired.atomicWord, ordering.rawValue))
        }

        /// Replaces the value if it is the expected one, and returns the previous value.
        @inlinable
        package func compareExchange(
            expected: Value, desired: Value, ordering: AtomicUpdateOrdering
        ) -> (exchanged: Bool, original: Value) {
            var original = expected.atomicWord
            let isExchanged = flint_atomic_compare_exchange(
                word, &original, desired.atomicWord, ordering.rawValue, ordering.afterFailure.rawValue)
            return (isExchanged, Value(atomicWord: original))
        }
    }

    extension Atomic: @unchecked Sendable where Value: Sendable {}

    extension Atomic where Value: FixedWidthInteger {
        /// Adds to the value, and traps if the sum cannot be represented.
        @inlinable
        @discardableResult
        package func add(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
            let old = wrappingAdd(operand, ordering: ordering).oldValue
            return (old, old + operand)
        }

        /// Subtracts from the value, and traps if the difference cannot be represented.
        @inlinable
        @discardableResult
        package func subtract(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
            let old = wrappingAdd(0 &- operand, ordering: ordering).oldValue
            return (old, old - operand)
        }

        @inlinable
        @discardableResult
        package func wrappingAdd(
            _ operand: Value, ordering: AtomicUpdateOrdering
        ) -> (oldValue: Value, newValue: Value) {
            let old = Value(atomicWord: flint_atomic_add(word, operand.atomicWord, ordering.rawValue))
            return (old, old &+ operand)
        }
    }

    @usableFromInline
    package struct AtomicLoadOrdering: Sendable {
        /// A `memory_order` of C.
        @usableFromInline let rawValue: Int32

        @inlinable
        init(_ rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable package static var relaxed: Self { Self(0) }
        @inlinable package static var acquiring: Self { Self(2) }
    }

    @usableFromInline
    package struct AtomicStoreOrdering: Sendable {
        @usableFromInline let rawValue: Int32

        @inlinable
        init(_ rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable package static var relaxed: Self { Self(0) }
        @inlinable package static var releasing: Self { Self(3) }
        @inlinable package static var sequentiallyConsistent: Self { Self(5) }
    }

    @usableFromInline
    package struct AtomicUpdateOrdering: Sendable {
        @usableFromInline let rawValue: Int32

        @inlinable
        init(_ rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable package static var relaxed: Self { Self(0) }
        @inlinable package static var acquiring: Self { Self(2) }
        @inlinable package static var releasing: Self { Self(3) }
        @inlinable package static var acquiringAndReleasing: Self { Self(4) }

        /// The order of the load if the value is not the expected one and stays unchanged.
        @inlinable var afterFailure: AtomicLoadOrdering {
            switch rawValue {
            case 2, 4: .acquiring
            default: .relaxed
            }
        }
    }

    @usableFromInline
    package protocol AtomicRepresentable: BitwiseCopyable {
        var atomicWord: UInt64 { get }

        init(atomicWord: UInt64)
    }

    extension AtomicRepresentable where Self: FixedWidthInteger {
        @inlinable package var atomicWord: UInt64 { UInt64(truncatingIfNeeded: self) }

        @inlinable
        package init(atomicWord: UInt64) {
            self.init(truncatingIfNeeded: atomicWord)
        }
    }

    extension Int: AtomicRepresentable {}
    extension Int32: AtomicRepresentable {}
    extension UInt: AtomicRepresentable {}
    extension UInt8: AtomicRepresentable {}
    extension UInt64: AtomicRepresentable {}

    extension Bool: AtomicRepresentable {
        @inlinable package var atomicWord: UInt64 { self ? 1 : 0 }

        @inlinable
        package init(atomicWord: UInt64) {
            self = atomicWord != 0
        }
    }

    /// A pointer type; the word 0 represents the absence of a pointer.
    @usableFromInline
    package protocol AtomicPointer: BitwiseCopyable {
        init?(bitPattern: UInt)

        var addressWord: UInt { get }
    }

    extension UnsafeRawPointer: AtomicPointer {
        @inlinable package var addressWord: UInt { UInt(bitPattern: self) }
    }

    extension UnsafeMutablePointer: AtomicPointer where Pointee: ~Copyable {
        @inlinable package var addressWord: UInt { UInt(bitPattern: self) }
    }

    extension Optional: AtomicRepresentable where Wrapped: AtomicPointer {
        @inlinable package var atomicWord: UInt64 {
            switch self {
            case let pointer?: UInt64(pointer.addressWord)
            case nil: 0
            }
        }

        @inlinable
        package init(atomicWord: UInt64) {
            self = Wrapped(bitPattern: UInt(truncatingIfNeeded: atomicWord))
        }
    }
#endif

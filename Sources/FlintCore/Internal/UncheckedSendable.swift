/// Carries a value across a queue where the compiler cannot see that this is safe.
///
/// Used for code of an app that the documents' signatures do not require to be `Sendable`: an action, its input, its
/// presenter and a caller's completion each go to one queue and are used there once.
struct UncheckedSendable<Value>: @unchecked Sendable {
    /// The value.
    let value: Value

    /// Wraps a value.
    init(_ value: Value) {
        self.value = value
    }
}

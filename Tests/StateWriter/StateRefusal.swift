/// Why something could not be saved.
struct StateRefusal: Error {
    /// In words.
    let message: String
}

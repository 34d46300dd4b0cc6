/// The error of a value that could not be saved.
struct StateRefusal: Error {
    let message: String
}

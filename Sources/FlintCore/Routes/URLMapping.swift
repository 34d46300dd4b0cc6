/// How the parameters of an input arrived.
public struct URLMapping: Hashable, Sendable {
    /// The name the mapping was declared with, so that an input reached in several ways can tell them apart.
    public let name: String?

    /// Creates a mapping.
    public init(name: String? = nil) {
        self.name = name
    }

    /// The parameters were typed by a person, in a form or on a command line.
    public static let typed = URLMapping(name: "typed")
}

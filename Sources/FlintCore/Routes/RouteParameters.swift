/// Named values an input is made from: a URL's parameters, a command line's words, or a form's fields.
public typealias RouteParameters = [String: String]

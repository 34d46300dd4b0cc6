#if RemoteFlags
    /// Why a flag server cannot be asked the way it was described.
    public enum OFREPConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The address is not an `https` (or `http`) one with a host, or has a query or a fragment.
        case invalidAddress
        /// The address holds a user's name or password, which would be shown wherever the address is.
        case credentialsInAddress
        /// The address is a plain `http` one, and that was not allowed.
        case plainHTTP
        /// A header's name is not one, or its value has a line break or another control character.
        case invalidHeader(name: String)
        /// The token is empty, or has a line break or another control character.
        case invalidToken
        /// The context holds a number JSON cannot say, such as infinity.
        case invalidContext

        /// What is wrong and what to do.
        public var description: String {
            switch self {
            case .invalidAddress:
                "The address of the flag server is not one: give https, a host and perhaps a path, nothing after it."
            case .credentialsInAddress:
                "The address of the flag server holds a user or a password. Give them as the token or in a header."
            case .plainHTTP:
                "The address of the flag server is plain http, which anyone on the way can read and change. Use https, "
                    + "or set allowsPlainHTTP for a server on your own machine."
            case .invalidHeader(let name):
                "The header \"\(name)\" for the flag server is not valid: a name has letters, digits and dashes, and a "
                    + "value has no control characters."
            case .invalidToken:
                "The token for the flag server is empty or has control characters; is there a line break at its end?"
            case .invalidContext:
                "The evaluation context holds a number JSON cannot say. Leave out what is infinite or not a number."
            }
        }
    }
#endif

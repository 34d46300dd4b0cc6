extension PerformIncomingURLAction {
    /// Why a URL did not lead to an action being performed.
    public enum URLActionError: Error, Hashable, Sendable, CustomStringConvertible {
        /// No feature has declared such a URL, or its scheme or domain is not one of the app's.
        case noURLMappingFound
        /// The URL has no scheme or no host, or what is percent-encoded in it is no text.
        case invalidURL
        /// The parameters of the URL make no input for the action.
        case invalidParameters
        /// The feature is not available.
        case notAvailable
        /// Nothing was found to present the action.
        case presenterNotSupported
        /// The user did not want the current screen to be left.
        case presenterUserCancelled
        /// The app did not want the current screen to be left.
        case presenterAppCancelled
        /// The app has done by itself what the action would do.
        case presenterAppPerformed

        /// What is wrong and what to do.
        public var description: String {
            switch self {
            case .noURLMappingFound:
                "No feature takes this URL; see that its scheme or domain is among the app's and its path is mapped."
            case .invalidURL:
                "The URL makes no sense: it needs a scheme, a web URL needs a host, and what is percent-encoded must be "
                    + "UTF-8 without zero bytes."
            case .invalidParameters:
                "The URL leads to an action, but its parameters are missing or wrong; see what the action's input needs."
            case .notAvailable: "The URL leads to a feature that is not available; its denial is recorded and says why."
            case .presenterNotSupported: "Nothing here can present what the URL leads to."
            case .presenterUserCancelled: "The user did not want to leave the current screen."
            case .presenterAppCancelled: "The app did not want to leave the current screen."
            case .presenterAppPerformed: "The app has done by itself what the URL leads to."
            }
        }
    }
}

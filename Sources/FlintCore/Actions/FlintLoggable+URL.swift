#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension URL: FlintLoggable {
    /// The URL as it is written.
    public var loggingDescription: String { absoluteString }
}

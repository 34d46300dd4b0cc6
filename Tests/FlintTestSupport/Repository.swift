package import Foundation

/// The folder of this package.
package enum Repository {
    package static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// The folder with the seeds of a fuzzer.
    package static func seeds(of fuzzer: String) -> URL {
        root.appending(path: "Tests/Fuzz/Seeds/\(fuzzer)")
    }
}

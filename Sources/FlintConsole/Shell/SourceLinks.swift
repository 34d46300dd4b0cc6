// SPDX-License-Identifier: MIT

import Dispatch
import FlintWorld

/// The links to source code.
///
/// Files are searched for on another thread, so that no frame waits for the file system.
@MainActor
package final class SourceLinks {
    /// A function that returns the absolute path of a location's source file, or `nil` if the file is not found.
    package typealias Finder = @Sendable (CodeLocation) -> String?

    private enum Search {
        case running
        case ended(path: String?)
    }

    private let find: Finder
    private let onFound: () -> Void
    /// The searches, by the module and the name of the file, as in `#fileID`.
    private var searches: [String: Search] = [:]
    private let queue = DispatchQueue(label: "flint.source-links", qos: .utility)
    var isSearching: Bool { searches.values.contains { if case .running = $0 { true } else { false } } }

    /// Creates links without searching.
    ///
    /// The `onFound` closure is called after a search, when links can be resolved that could not before.
    init(_ find: @escaping Finder, onFound: @escaping () -> Void) {
        self.find = find
        self.onFound = onFound
    }

    /// Returns the address that a terminal can open, or `nil` if the file has not been found.
    func resolve(_ address: String) -> String? {
        guard let location = LinkAddress.source(address) else { return address }
        switch searches[location.fileID] {
        case .ended(let path): return path.map { LinkAddress.file($0, line: location.line) }
        case .running: return nil
        case nil:
            search(location)
            return nil
        }
    }

    private func search(_ location: CodeLocation) {
        // One search serves all lines of a file.
        searches[location.fileID] = .running
        queue.async { [find, weak self] in
            let path = find(location)
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    self?.searches[location.fileID] = .ended(path: path)
                    self?.onFound()
                }
            }
        }
    }
}

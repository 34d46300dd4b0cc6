import FlintCore
import InspectorKit

/// The file in which an app's overrides outlast the process.
///
/// ```json
/// {
///   "flint" : "overrides",
///   "version" : 2,
///   "overrides" : [
///     {
///       "key" : "premium.monthly",
///       "kind" : "purchase",
///       "expiry" : { "until" : "2026-01-31T12:00:00Z" },
///       "reason" : "the demo on Friday",
///       "source" : "console",
///       "value" : "purchased"
///     }
///   ]
/// }
/// ```
package typealias OverrideFile = StateFile<SavedOverrides>

extension OverrideFile {
    /// Names a file, which need not exist yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - access: The setting that it follows; by default, that of the process.
    package init(path: String, access: StateFileAccess = .process) {
        self.init(path: path, kind: StateFileKind("overrides"), empty: SavedOverrides(), access: access)
    }
}

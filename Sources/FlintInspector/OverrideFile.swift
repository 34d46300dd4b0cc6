// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

/// The file that saves an app's overrides between launches.
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
    package init(path: String, access: StateFileAccess = .current) {
        self.init(path: path, kind: StateFileKind("overrides"), empty: SavedOverrides(), access: access)
    }
}

import FlintCore
import FlintUI

extension ReleasedFeatures {
    /// The framework's debug screens, which the app registers together with its own features.
    static var debugScreens: FeatureDefinition.Type { FlintUIFeatures.self }
}

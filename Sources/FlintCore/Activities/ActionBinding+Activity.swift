#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PerformableActionBinding {
    /// Makes the activity the action would publish, without performing it.
    ///
    /// - Parameters:
    ///   - input: What the action would work on.
    ///   - url: A web page that shows the same, if there is one.
    /// - Returns: `nil` if the action has no activities, or not with this input.
    /// - Throws: ``ActivityError``, or what the action threw while it prepared the activity.
    public func activity(withInput input: ActionType.InputType, withURL url: URL?) throws -> Activity? {
        try withRuntime {
            try FlintRuntime.current.activity(FeatureType.self, ActionType.self, input: input, webpageURL: url)
        }
    }
}

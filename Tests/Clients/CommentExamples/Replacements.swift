import FlintCore
import FlintUserDefaults
import Foundation

/// Uses every replacement that the deprecation messages of old spellings name.
func replacements(
    binding: StaticActionBinding<LibraryFeature, TextAction>, version: OperatingSystemVersion, product: ProductOfAnApp,
    requirements: any FeatureConstraintsBuilder, declared: DeclaredFeatureConstraints
) {
    binding.perform(withInput: "", presenter: (), completion: nil)
    binding.perform(withInput: "", completion: nil)
    _ = ActionSession(named: "", userInitiatedActions: true, callerQueue: .main)
    let outcomes: [ActionPerformOutcome] = [.success, .successWithFeatureTermination]
    _ = outcomes.map(\.isSuccess)
    _ = PlatformVersion(major: version.majorVersion, minor: version.minorVersion, patch: version.patchVersion)
    let constraints: [PlatformVersionConstraint] = [.atLeast(version: PlatformVersion(major: 10, minor: 13)), 11]
    _ = constraints
    _ = declared.platforms
    requirements.purchase(product)
    requirements.purchase(PurchaseRequirement(product))
    requirements.permission(.bluetooth)
    _ = Product.allProducts
    _ = NoInput.noInput
    _ = StoredFeatureToggles(userDefaults: .standard)
    RoutesFeature.isEnabled = true
    TimelineFeature.isEnabled = true
    ActivitiesFeature.isEnabled = true
    AnalyticsFeature.isEnabled = true
    ActionStacksFeature.isEnabled = true
    FocusFeature.isEnabled = true
    Flint.setup(AppFeatures.self) { $0.purchaseTracker = DebugPurchaseTracker() }
}

typealias ProductOfAnApp = NonConsumableProduct

// SPDX-License-Identifier: MIT

import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// The contents of an Xcode StoreKit configuration file: an app's products and the behavior of its test store.
///
/// ```swift
/// let configuration = try StoreKitConfiguration(contentsOf: "Products.storekit")
/// let store = SimulatedStore(offers: configuration.offers, settings: configuration.settings)
/// ```
///
/// Versions 1 to 4 of the format are supported. Only the products, the subscription groups, and the settings that a
/// simulated store supports are read; other keys are ignored. The file's grace period setting is respected: without the
/// key `_billingGracePeriodEnabled`, the store has no grace period.
public struct StoreKitConfiguration: Sendable, Hashable {
    package static let newestVersion = 4
    /// The products for sale: consumables and non-consumables, then non-renewing subscriptions, then subscription
    /// groups.
    ///
    /// Each part retains the file's order.
    public let offers: [StoreOffer]
    /// The store's behavior.
    public let settings: StoreSettings
    /// The number of simulated seconds per real second.
    public let rate: Double

    /// Creates a configuration by reading a file.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``StoreKitConfigurationError`` if the file cannot be read or is malformed.
    public init(contentsOf path: String) throws(StoreKitConfigurationError) {
        let data: Data
        do throws(FileReading.Failure) {
            data = try FileReading.read(path, limit: JSONLimits.storeKitFile.bytes)
        } catch {
            throw StoreKitConfigurationError(
                file: path, place: "", problem: "\(error). Specify a StoreKit configuration file saved by Xcode.")
        }
        try self.init(data, file: path)
    }

    /// Creates a configuration from the contents of a file.
    ///
    /// - Parameters:
    ///   - data: The contents of a `.storekit` file.
    ///   - file: The file name that appears in errors.
    /// - Throws: ``StoreKitConfigurationError`` if the contents are malformed.
    public init(_ data: Data, file: String) throws(StoreKitConfigurationError) {
        let value: StoreKitNode.Value
        do {
            value = try JSONDecoder().decode(StoreKitNode.Value.self, from: data, within: .storeKitFile)
        } catch {
            let reason = (error as? JSONScanError)?.message ?? "A number in the file is out of range."
            throw StoreKitConfigurationError(
                file: file, place: "", problem: "\(reason) Specify a StoreKit configuration file saved by Xcode.")
        }
        let root = StoreKitNode(value: value, place: "", file: file)
        try root.requireObject()
        try Self.checkVersion(root)
        let settings = root["settings"]
        let reader = StoreKitOfferReader(
            locale: try settings["_locale"].text(), storefront: try settings["_storefront"].text())
        offers = try reader.offers(in: root)
        self.settings = Self.settings(settings)
        rate = settings["_timeRate"].number().flatMap { Self.rates[$0] } ?? 1
    }

    private static func checkVersion(_ root: StoreKitNode) throws(StoreKitConfigurationError) {
        let major = root["version"]["major"]
        guard major.value != nil else {
            let isKnown = ["products", "subscriptionGroups", "nonRenewingSubscriptions"].contains {
                root[$0].value != nil
            }
            if isKnown { return }
            throw root.error("The file contains no products. Specify a StoreKit configuration file saved by Xcode.")
        }
        guard let number = major.number(), number >= 1 else { throw major.error("This is not a version number.") }
        guard number < Double(newestVersion + 1) else {
            let version = number < 1_000_000 ? "\(Int(number))" : "\(number)"
            throw major.error(
                "Version \(version) of the format is newer than this program, which supports 1 to \(newestVersion). "
                    + "Save the file in an older version, or update the program.")
        }
    }

    private static func settings(_ node: StoreKitNode) -> StoreSettings {
        var settings = StoreSettings()
        settings.asksToBuy = node["_askToBuyEnabled"].flag() ?? false
        settings.failsPurchases = node["_failTransactionsEnabled"].flag() ?? false
        settings.failsRenewals =
            node["_billingIssuesEnabled"].flag() ?? node["_renewalBillingIssuesEnabled"].flag() ?? false
        if node["_billingGracePeriodEnabled"].flag() != true { settings.gracePeriod = 0 }
        return settings
    }

    /// The number of simulated seconds per real second for each of Xcode's time rates.
    ///
    /// Other rates count as real time.
    private static let rates: [Double: Double] = [
        0: 1, 1: 3_600, 2: 86_400, 3: 7 * 86_400, 4: 30 * 86_400, 6: 60, 7: 1_440, 8: 7 * 1_440, 9: 30 * 1_440,
    ]
}

/// An error for a StoreKit configuration file that cannot be used, with the location of the problem and a remedy.
public struct StoreKitConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name or path, as passed by the caller.
    public let file: String
    /// The path of the value in the file, such as `products[2].productID`, or an empty string for the file as a whole.
    public let place: String
    /// One or two sentences with the problem and a remedy.
    public let problem: String

    /// The file, the path, and the problem on one line.
    public var description: String {
        place.isEmpty ? "\(file): \(problem)" : "\(file), \(place): \(problem)"
    }
}

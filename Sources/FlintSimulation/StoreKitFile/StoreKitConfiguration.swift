import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// The content of a StoreKit configuration file of Xcode: the products of an app, and how its store shall behave.
///
/// ```swift
/// let configuration = try StoreKitConfiguration(contentsOf: "Products.storekit")
/// let store = SimulatedStore(offers: configuration.offers, settings: configuration.settings)
/// ```
///
/// Versions 1 to 4 of the format are read. Of everything Xcode writes only the products, the groups of subscriptions
/// and the settings that mean something to a simulated store are taken; the rest is passed over.
public struct StoreKitConfiguration: Sendable, Hashable {
    /// The newest version of the format that is known.
    package static let newestVersion = 4
    /// What the store sells, in the order of the file: products, subscriptions for a time, groups of subscriptions.
    public let offers: [StoreOffer]
    /// How the store behaves.
    public let settings: StoreSettings
    /// How many seconds pass on the store's clock in a real one.
    public let rate: Double

    /// Reads a file.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: ``StoreKitConfigurationError`` if it cannot be read or is malformed.
    public init(contentsOf path: String) throws(StoreKitConfigurationError) {
        let data: Data
        do throws(FileReading.Failure) {
            data = try FileReading.read(path, limit: JSONLimits.storeKitFile.bytes)
        } catch {
            throw StoreKitConfigurationError(
                file: path, place: "", problem: "\(error). Name a StoreKit configuration file, as Xcode saves it.")
        }
        try self.init(data, file: path)
    }

    /// Reads the content of a file.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - file: What errors call the file.
    /// - Throws: ``StoreKitConfigurationError`` if it is malformed.
    public init(_ data: Data, file: String) throws(StoreKitConfigurationError) {
        let value: StoreKitNode.Value
        do {
            value = try JSONDecoder().decode(StoreKitNode.Value.self, from: data, within: .storeKitFile)
        } catch {
            let reason = (error as? JSONScanError)?.sentence ?? "A number in it is out of range."
            throw StoreKitConfigurationError(
                file: file, place: "", problem: "\(reason) Name a StoreKit configuration file, as Xcode saves it.")
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
            throw root.error("There are no products in it. Name a StoreKit configuration file, as Xcode saves it.")
        }
        guard let number = major.number(), number >= 1 else { throw major.error("This is no version.") }
        guard number < Double(newestVersion + 1) else {
            let version = number < 1_000_000 ? "\(Int(number))" : "\(number)"
            throw major.error(
                "Version \(version) of the format is newer than this program, which knows 1 to \(newestVersion). "
                    + "Save it in an older one, or update the program.")
        }
    }

    private static func settings(_ node: StoreKitNode) -> StoreSettings {
        var settings = StoreSettings()
        settings.asksToBuy = node["_askToBuyEnabled"].flag() ?? false
        settings.failsPurchases = node["_failTransactionsEnabled"].flag() ?? false
        settings.failsRenewals =
            node["_billingIssuesEnabled"].flag() ?? node["_renewalBillingIssuesEnabled"].flag() ?? false
        // Without the key, the store has no grace period.
        if node["_billingGracePeriodEnabled"].flag() != true { settings.gracePeriod = 0 }
        return settings
    }

    /// What Xcode's numbers for the speed of time mean; any other counts as real time.
    private static let rates: [Double: Double] = [
        0: 1, 1: 3_600, 2: 86_400, 3: 7 * 86_400, 4: 30 * 86_400, 6: 60, 7: 1_440, 8: 7 * 1_440, 9: 30 * 1_440,
    ]
}

/// Why a StoreKit configuration file could not be used: which file, where in it, what is wrong and what to do.
public struct StoreKitConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, as it was named.
    public let file: String
    /// The path in the file, such as `products[2].productID`; empty for the file as a whole.
    public let place: String
    /// What is wrong and what to do, in one or two sentences.
    public let problem: String

    /// The file, the path and the problem in one line.
    public var description: String {
        place.isEmpty ? "\(file): \(problem)" : "\(file), \(place): \(problem)"
    }
}

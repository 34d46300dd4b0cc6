// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// The contents of an Xcode StoreKit configuration file: an app's products and the behavior of its test store.
///
/// ```swift
/// let configuration = try StoreKitConfiguration(contentsOf: "Products.storekit")
/// let store = SimulatedStore(offers: configuration.offers, settings: configuration.settings)
/// ```
///
/// Only the products, the subscription groups, and the settings that a simulated store supports are read; other keys
/// are ignored. Files in newer versions of the format are read too, and ``notes`` name their unknown parts. The file's
/// grace period setting is respected: without the key `_billingGracePeriodEnabled`, the store has no grace period.
public struct StoreKitConfiguration: Sendable, Hashable {
    /// The products for sale.
    ///
    /// Consumables and non-consumables come first, then non-renewing subscriptions, then subscription groups. Each part
    /// retains the file's order.
    public let offers: [StoreOffer]
    /// The store's behavior.
    public let settings: StoreSettings
    /// The number of simulated seconds per real second.
    public let rate: Double
    /// Sentences about the parts of the file that do not take effect.
    ///
    /// Such parts are ambiguous, were not understood, or are not simulated by the store.
    public var notes: [String] { contentNotes + settingNotes }
    package let contentNotes: [String]
    private let settingNotes: [String]

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
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: data, within: .storeKitFile)
        } catch {
            let reason = (error as? JSONScanError)?.message ?? "A number in the file is out of range."
            throw StoreKitConfigurationError(
                file: file, place: "", problem: "\(reason) Specify a StoreKit configuration file saved by Xcode.")
        }
        let root = StoreKitNode(value: value, place: "", file: file)
        try root.requireObject()
        let version = try Self.newerVersion(root)
        var reader = StoreKitOfferReader(skipsMalformedParts: version != nil)
        try reader.read(root)
        offers = reader.offers
        let settings = root["settings"]
        self.settings = Self.settings(settings)
        let (rate, rateNote) = StoreKitFormat.rate(settings)
        self.rate = rate
        settingNotes = (rateNote.map { [$0] } ?? []) + StoreKitFormat.notesOnSettings(settings)
        var contentNotes: [String] = []
        if let error = JSONLimits.storeKitFile.repeatedName(in: data) {
            contentNotes.append("The file is ambiguous: \(error). One of the two members is ignored.")
        }
        let unknown = reader.skipped + StoreKitFormat.unknownKeys(in: root)
        // In a known version, unknown keys are simply ignored.
        if let version, !unknown.isEmpty {
            contentNotes.append(
                "Version \(version) of the format is newer than this program, which did not understand "
                    + "\(StoreKitFormat.joinedNames(unknown)).")
        }
        self.contentNotes = contentNotes
    }

    private static func newerVersion(_ root: StoreKitNode) throws(StoreKitConfigurationError) -> String? {
        let major = root["version"]["major"]
        guard major.value != nil else {
            let isKnown = ["products", "subscriptionGroups", "nonRenewingSubscriptions"].contains {
                root[$0].value != nil
            }
            if isKnown { return nil }
            throw root.error("The file contains no products. Specify a StoreKit configuration file saved by Xcode.")
        }
        guard let number = major.number() else { throw major.error("This is not a version number.") }
        return number < Double(StoreKitFormat.newestVersion + 1) ? nil : major.excerpt
    }

    private static func settings(_ node: StoreKitNode) -> StoreSettings {
        var settings = StoreSettings()
        settings.asksToBuy = node["_askToBuyEnabled"].flag() ?? false
        settings.failsPurchases = StoreKitFormat.failsPurchases(node)
        settings.failsRenewals =
            node["_billingIssuesEnabled"].flag() ?? node["_renewalBillingIssuesEnabled"].flag() ?? false
        if node["_billingGracePeriodEnabled"].flag() != true { settings.gracePeriod = 0 }
        return settings
    }
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

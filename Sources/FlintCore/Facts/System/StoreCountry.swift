// SPDX-License-Identifier: MIT

#if canImport(StoreKit)
    import FlintFoundation
    import StoreKit

    extension AsyncFactSource where Value: AppFactChoice {
        /// A source that asks for the country of the App Store.
        ///
        /// The raw values of the choice are three-letter country codes of ISO 3166-1, such as `DEU`. If the store's
        /// country is not among them, the value is missing, and no condition on the fact is met.
        ///
        /// - Parameter interval: The time in seconds between questions.
        /// - Returns: The source.
        public static func storeCountry(every interval: TimeInterval = 3_600) -> AsyncFactSource {
            AsyncFactSource(every: interval) {
                guard let code = await Storefront.current?.countryCode else { throw NoStorefront() }
                guard let country = Value(rawValue: code) else {
                    throw FactSourceError.missing("the store's country is \(code)")
                }
                return country
            }
        }
    }

    private struct NoStorefront: Error, CustomStringConvertible {
        let description = "the App Store states no country"
    }
#endif

// SPDX-License-Identifier: MIT

enum Storefront {
    /// Returns the text before a price in a storefront: a currency sign, or a code and a space.
    ///
    /// A country without a known currency appears with its own code.
    static func pricePrefix(in country: String) -> String {
        let country = country.uppercased()
        return prefixes[country] ?? country + " "
    }

    private static let prefixes: [String: String] = {
        let signs = [
            "$": "USA CAN AUS NZL SGP MEX", "£": "GBR", "¥": "JPN CHN", "₹": "IND", "₩": "KOR",
            "€": """
            AUT BEL BGR BIH CYP DEU ESP EST FIN FRA GRC HRV IRL ITA LTU LUX LVA MLT MNE NLD PRT SRB SVK SVN XKS
            """,
        ]
        let codes = [
            "AED": "ARE", "BRL": "BRA", "CHF": "CHE", "CLP": "CHL", "COP": "COL", "CZK": "CZE", "DKK": "DNK",
            "EGP": "EGY", "HKD": "HKG", "HUF": "HUN", "IDR": "IDN", "ILS": "ISR", "KZT": "KAZ", "MYR": "MYS",
            "NGN": "NGA", "NOK": "NOR", "PEN": "PER", "PHP": "PHL", "PKR": "PAK", "PLN": "POL", "QAR": "QAT",
            "RON": "ROU", "RUB": "RUS", "SAR": "SAU", "SEK": "SWE", "THB": "THA", "TRY": "TUR", "TWD": "TWN",
            "TZS": "TZA", "VND": "VNM", "ZAR": "ZAF",
            "USD": """
            AFG AGO AIA ALB ARG ARM ATG AZE BEN BFA BHR BHS BLR BLZ BMU BOL BRB BRN BTN BWA CIV CMR COD COG CPV \
            CRI CYM DMA DOM DZA ECU FJI FSM GAB GEO GHA GMB GNB GRD GTM GUY HND IRQ ISL JAM JOR KEN KGZ KHM KNA \
            KWT LAO LBN LBR LBY LCA LKA MAC MAR MDA MDG MDV MKD MLI MMR MNG MOZ MRT MSR MUS MWI NAM NER NIC NPL \
            NRU OMN PAN PLW PNG PRY RWA SEN SLB SLE SLV STP SUR SWZ SYC TCA TCD TJK TKM TON TTO TUN UGA UKR URY \
            UZB VCT VEN VGB VUT YEM ZMB ZWE
            """,
        ]
        var prefixes: [String: String] = [:]
        for (sign, countries) in signs {
            for country in countries.split(separator: " ") { prefixes[String(country)] = sign }
        }
        for (code, countries) in codes {
            for country in countries.split(separator: " ") { prefixes[String(country)] = code + " " }
        }
        return prefixes
    }()
}

import FlintWorld
import Foundation
import Testing

/// The expectations file, as people write it.
struct ExpectationsTests {
    private func read(_ text: String) throws -> Expectations {
        try JSONDecoder().decode(
            Expectations.self, from: Data(text.utf8), within: JSONLimits(bytes: 100_000, elements: 1_000),
            format: .json5)
    }

    private func problem(_ states: String, head: String = "flint: 'expectations', version: 2,") -> String? {
        do {
            _ = try read("{ \(head) states: \(states) }")
            return nil
        } catch {
            return (error as? DecodingError)?.placeAndReason ?? String(describing: error)
        }
    }

    @Test func `comments, unquoted names and trailing commas are read`() throws {
        let expectations = try read(
            """
            // A contract.
            {
              flint: "expectations", version: 2,
              states: {
                now: { platform: 'iOS 17.2', features: { Shop: "available", Clips: { is: "undetermined" }, } },
                "Child account": { features: { Clips: { is: "unavailable", because: ["permission camera", "flag a"] } } },
              },
            }
            """)
        #expect(expectations.names == ["now", "Child account"])
        #expect(expectations.count == 4)
        #expect(expectations.states["now"]?.features["Clips"] == Expectations.Feature(.undetermined))
        let child = expectations.states["Child account"]?.features["Clips"]
        #expect(child?.availability == .unavailable && child?.because == ["flag a", "permission camera"])
    }

    @Test func `a repeated reason is counted once`() throws {
        let expectations = try read(
            """
            { flint: "expectations", version: 2, states: { now: { features: {
              Clips: { is: "unavailable", because: ["flag b", "flag a", "flag b"] },
            } } } }
            """)
        #expect(expectations.states["now"]?.features["Clips"]?.because == ["flag a", "flag b"])
    }

    @Test func `a mistake is named with its location`() {
        #expect(problem("{ now: { featuers: {} } }")?.contains("\"featuers\" is not one of the keys") == true)
        #expect(problem("{ now: { featuers: {} } }")?.hasPrefix("states > now: ") == true)
        let word = problem("{ now: { features: { Shop: 'on' } } }")
        #expect(word?.contains("Shop: \"on\" is not one of \"available\", \"unavailable\", \"undetermined\"") == true)
        let because = problem("{ now: { features: { Shop: { is: 'available', because: [] } } } }")
        #expect(because?.contains("\"because\" is allowed only for a feature that is not available") == true)
        #expect(
            problem("{}", head: "flint: 'persona', version: 2,")?.contains(
                "\"flint\" must be \"expectations\", not \"persona\"") == true)
        #expect(problem("{}", head: "flint: 'expectations', version: 3,")?.contains("its version is 3") == true)
        #expect(problem("{}", head: "flint: 'expectations', version: 0,")?.contains("its version is 0") == true)
        #expect(problem("{}", head: "version: 2,")?.contains("\"flint\" is missing") == true)
        #expect(problem("{}", head: "flint: 'expectations', version: 2, more: 1,")?.contains("\"more\"") == true)
        #expect(problem("{ now: { features: { Shop: 1 } } }") != nil)
        #expect(problem("[]") != nil)
        #expect(problem("{") != nil)
    }

    // MARK: Why a feature is not available

    @Test func `an alternative does not decide while another alternative may be met`() {
        let rows = [
            Samples.row(.platform, "iOS", .notSatisfied),
            Samples.row(.anyOf, "any of", .notDetermined),
            Samples.purchase("Premium", .notPurchased, depth: 1),
            Samples.purchase("Pass", .unknown, depth: 1),
            Samples.row(.parent, "Shop", .notSatisfied),
            Samples.permission("camera", .notDetermined),
        ]
        #expect(Samples.feature(available: false, requirements: rows).decidingReasons == ["platform"])
        let unknown = Samples.feature(available: nil, requirements: Array(rows.dropFirst()))
        #expect(unknown.decidingReasons == ["permission camera", "purchase Pass"])
        #expect(Samples.feature(available: true, requirements: rows).decidingReasons.isEmpty)
    }

    @Test func `all alternatives decide if none is met, and a group is read in every place`() {
        var group = Samples.row(.anyOf, "any of", .notSatisfied)
        group.key = "1"
        var inner = Samples.row(.allOf, "all of", .satisfied)
        inner.depth = 0
        var repeated = group
        repeated.depth = 0
        let parts = [
            Samples.purchase("Premium", .notPurchased, depth: 1), Samples.purchase("Pass", .notPurchased, depth: 1),
        ]
        let feature = Samples.feature(available: false, requirements: [inner, group] + parts + [repeated])
        #expect(feature.decidingReasons == ["purchase Pass", "purchase Premium"])
        #expect(feature.decidingRequirements == parts, "A requirement is listed once.")
    }

    @Test func `a group that doubles at every level decides with each of its requirements once`() {
        func heading(_ kind: RequirementKind, _ group: Int? = nil, depth: Int = 0) -> RequirementState {
            var row = Samples.row(kind, "", .notSatisfied, depth: depth)
            row.key = group.map(String.init)
            return row
        }
        var rows = [heading(.anyOf, 0), Samples.purchase("X", .notPurchased, depth: 1)]
        for level in 1...60 {
            rows += [heading(.anyOf, level)]
            for _ in 1...2 { rows += [heading(.allOf, depth: 1), heading(.anyOf, level - 1, depth: 2)] }
        }
        #expect(Samples.feature(available: false, requirements: rows).decidingReasons == ["purchase X"])
    }
}

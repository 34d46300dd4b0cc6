import FlintTestSupport
import Foundation
import Testing

struct DeviceTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func product(_ id: String) async throws -> [String: Any] {
        let facts = try await json("facts", "purchases")["facts"] as? [[String: Any]]
        let products = facts?.compactMap { $0["product"] as? [String: Any] }
        return try #require(products?.first { $0["productID"] as? String == id })
    }

    @Test func `a purchase is owned in the next run`() async throws {
        #expect(try await product("podcasts.premium")["status"] as? String == "not-purchased")
        #expect(try await flint("store", "buy", "premium").status == 0)
        #expect(try await product("podcasts.premium")["status"] as? String == "purchased")
        #expect(try await product("podcasts.premium")["price"] as? String == "$4.99")
        #expect(try await flint("store", "advance", "40d").output.contains("renewed until"))
        #expect(try await flint("store", "refund", "premium").status == 0)
        #expect(try await product("podcasts.premium")["status"] as? String == "not-purchased")
        #expect(try await flint("store", "refund", "podcasts.transcripts").status == 1)
        #expect(try await flint("store", "reset").status == 0)
        #expect(try await product("podcasts.premium")["subscription"] is NSNull)
    }

    @Test func `the store's times are local`() throws {
        func hour(in zone: String) throws -> String {
            let result = try program("store", "status", environment: ["TZ": zone])
            return try #require(result.output.firstMatch(of: /clock: \S+ (\d\d):/).map { String($0.1) })
        }
        #expect(try hour(in: "UTC") != hour(in: "UTC-9"))
    }

    @Test func `a named permission is printed alone`() async throws {
        #expect(try await flint("facts", "permissions").output.split(separator: "\n").count > 1)
        #expect(try await flint("set", "permission", "camera", "denied", "--in", "system").status == 0)
        let lines = try await flint("facts", "permissions", "camera").output.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("amera") && lines[0].contains("denied"), "\(lines)")
    }

    /// The note about a configuration file that contains none of the demo's products.
    private static func missingProducts(in file: String) -> String {
        "\(file) does not contain 4 products of the app, which the simulated store sells anyway: podcasts.credits, "
            + "podcasts.premium, podcasts.season-pass and podcasts.transcripts.\n"
    }

    @Test func `the products of a configuration file can be bought`() async throws {
        try folder.write(
            #"{"products": [{"productID": "shop.hat", "type": "NonConsumable", "displayPrice": "3", "referenceName": "Hat"}]}"#,
            to: "Shop.storekit")
        let file = folder.path(of: "Shop.storekit")
        let list = try await flint("facts", "purchases", "--storekit", file)
        #expect(list.status == 0 && list.output.contains("Hat"))
        #expect(list.errors == Self.missingProducts(in: file))
        #expect(try await flint("store", "buy", "hat", "--storekit", file).status == 0)
        #expect(try await flint("store", "status").output.contains("shop.hat"), "A purchased product stays listed.")
    }

    @Test func `a configuration file of a newer version is used, with a note about its unknown parts`() async throws {
        try folder.write(
            """
            {"version": {"major": 5, "minor": 0}, "bundles": [],
             "products": [{"productID": "shop.hat", "type": "NonConsumable", "referenceName": "Hat"}]}
            """, to: "Shop.storekit")
        let file = folder.path(of: "Shop.storekit")
        let note =
            "\(file): Version 5 of the format is newer than this program, which did not understand bundles.\n"
        let list = try await flint("facts", "purchases", "--storekit", file)
        #expect(list.status == 0 && list.output.contains("Hat"))
        #expect(list.errors == note + Self.missingProducts(in: file))
        #expect(try await flint("facts", "purchases", "--storekit", file, "--quiet").errors.isEmpty)
        #expect(try await flint("manifest", "check", file).errors == note)
    }

    @Test func `an invalid configuration file is named in the error`() async throws {
        try folder.write(#"{"products": [{"productID": "a", "type": "Gift"}]}"#, to: "Shop.storekit")
        let file = folder.path(of: "Shop.storekit")
        for command in ["features", "lint", "console"] {
            let result = try await flint(command, "--storekit", file)
            #expect(result.status == 66)
            #expect(result.errors.contains("\(file), products[0].type: \"Gift\" is not a product type."))
        }
        #expect(try await flint("features", "--storekit", folder.path(of: "nowhere")).status == 66)
    }

    @Test func `a malformed device file is reported and renamed`() async throws {
        let content = "{\"flint\": \"device\", "
        try folder.write(content, to: "state.device.json")
        let result = try await flint("features")
        #expect(result.status == 66)
        #expect(result.errors.contains("state.device.json is malformed"))
        #expect(try folder.text("state.device.json") == content)
        #expect(try await flint("store", "buy", "premium", "--ignore-state").status == 0)
        #expect(try folder.text("state.device.json.unreadable-1") == content)
    }
}

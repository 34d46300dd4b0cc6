import FlintCore
import Testing

@testable import FlintCLI

/// Tests of the Swift spelling of an inspector's data in exported tests.
struct SwiftSpellingTests {
    @Test func `a literal is read back as the text`() {
        #expect(SwiftSpelling.literal("a \"b\" \\c") == #""a \"b\" \\c""#)
        #expect(SwiftSpelling.literal("two\nlines\t") == #""two\nlines\t""#)
        #expect(SwiftSpelling.literal("\u{1B}[2J\u{200B}") == #""\u{1B}[2J\u{200B}""#)
        #expect(SwiftSpelling.literal("é 🎧") == "\"é 🎧\"")
        #expect(SwiftSpelling.literal(["b": "2", "a": "\""]) == #"["a": "\"", "b": "2"]"#)
        #expect(SwiftSpelling.literal("\\(app)") == #""\\(app)""#, "nothing is interpolated")
    }

    @Test func `a comment stays on its line`() {
        #expect(SwiftSpelling.comment("one\nfatalError()\r\nthree") == "one fatalError() three")
    }

    @Test func `a product has a unique name that is valid in Swift`() {
        #expect(SwiftSpelling.name("Premium subscription", besides: []) == "premiumSubscription")
        #expect(SwiftSpelling.name("Premium subscription", besides: ["premiumSubscription"]) == "premiumSubscription2")
        #expect(SwiftSpelling.name("2 weeks", besides: []) == "product2Weeks")
        #expect(SwiftSpelling.name("日本", besides: []) == "product")
        #expect(SwiftSpelling.name("For", besides: []) == "for2")
        #expect(SwiftSpelling.name("App", besides: []) == "app2", "the app has that name")
    }

    @Test func `a type is named without its module, if it can be named`() {
        #expect(SwiftSpelling.type("Shop.Cart")?.name == "Cart")
        #expect(SwiftSpelling.type("Shop.Cart")?.module == "Shop")
        #expect(SwiftSpelling.type("Shop.Cart.Item")?.name == "Cart.Item")
        #expect(SwiftSpelling.type("Shop.(unknown context at $7f).Cart") == nil)
        #expect(SwiftSpelling.type("Shop.Cart<Swift.Int>") == nil)
        #expect(SwiftSpelling.type("Cart") == nil)
    }

    @Test func `a file's name is that of a type`() {
        for name in ["UnlockTests", "A1_b"] { #expect(SwiftSpelling.isTypeName(name)) }
        for name in ["", "unlock", "Two Words", "1A", "Ünlock", "A-B"] { #expect(!SwiftSpelling.isTypeName(name)) }
    }

    @Test func `a version is as short as it can be`() {
        #expect(SwiftSpelling.platform("iOS 17.2") == ".iOS, PlatformVersion(major: 17, minor: 2)")
        #expect(SwiftSpelling.platform("watchOS 10.0") == ".watchOS, 10")
        #expect(SwiftSpelling.platform("macOS 10.13.4") == ".macOS, PlatformVersion(major: 10, minor: 13, patch: 4)")
        #expect(SwiftSpelling.platform("j") == nil)
    }

    @Test func `every permission and status is spelled as its case`() {
        for permission in SystemPermissionConstraint.allCases {
            #expect(SwiftSpelling.permission(permission.name)?.hasPrefix(".") == true)
        }
        #expect(SwiftSpelling.permission("location-always") == ".location(usage: .always)")
        #expect(SwiftSpelling.permission("x-ray") == nil)
        #expect(
            PermissionStatus.allCases.map { SwiftSpelling.member($0.rawValue) }
                == PermissionStatus.allCases.map { ".\($0.memberName)" })
    }
}

extension PermissionStatus {
    fileprivate var memberName: String {
        switch self {
        case .notDetermined: "notDetermined"
        case .authorized: "authorized"
        case .denied: "denied"
        case .restricted: "restricted"
        case .unsupported: "unsupported"
        }
    }
}

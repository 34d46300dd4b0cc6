import FlintCore
import Testing

@testable import FlintCLI

struct SwiftFormatterTests {
    @Test func `a dictionary is sorted and its strings are escaped`() {
        #expect(SwiftFormatter.literal(["b": "2", "a": "\""]) == #"["a": "\"", "b": "2"]"#)
    }

    @Test func `a product has a unique name that is valid in Swift`() {
        #expect(SwiftFormatter.identifier(for: "Premium subscription", avoiding: []) == "premiumSubscription")
        #expect(
            SwiftFormatter.identifier(for: "Premium subscription", avoiding: ["premiumSubscription"])
                == "premiumSubscription2")
        #expect(SwiftFormatter.identifier(for: "2 weeks", avoiding: []) == "product2Weeks")
        #expect(SwiftFormatter.identifier(for: "日本", avoiding: []) == "product")
        #expect(SwiftFormatter.identifier(for: "For", avoiding: []) == "for2")
        #expect(SwiftFormatter.identifier(for: "App", avoiding: []) == "app2", "The app itself has this name.")
    }

    @Test func `a type is named without its module, if it can be named`() {
        #expect(SwiftFormatter.type("Shop.Cart")?.name == "Cart")
        #expect(SwiftFormatter.type("Shop.Cart")?.module == "Shop")
        #expect(SwiftFormatter.type("Shop.Cart.Item")?.name == "Cart.Item")
        #expect(SwiftFormatter.type("Shop.(unknown context at $7f).Cart") == nil)
        #expect(SwiftFormatter.type("Shop.Cart<Swift.Int>") == nil)
        #expect(SwiftFormatter.type("Cart") == nil)
    }

    @Test func `a file's name is a valid type name`() {
        for name in ["UnlockTests", "A1_b"] { #expect(SwiftFormatter.isTypeName(name)) }
        for name in ["", "unlock", "Two Words", "1A", "Ünlock", "A-B"] { #expect(!SwiftFormatter.isTypeName(name)) }
    }

    @Test func `a version is as short as possible`() {
        #expect(SwiftFormatter.platform("iOS 17.2") == ".iOS, PlatformVersion(major: 17, minor: 2)")
        #expect(SwiftFormatter.platform("watchOS 10.0") == ".watchOS, 10")
        #expect(SwiftFormatter.platform("macOS 10.13.4") == ".macOS, PlatformVersion(major: 10, minor: 13, patch: 4)")
        #expect(SwiftFormatter.platform("j") == nil)
    }

    @Test func `every permission and status is spelled like its case`() {
        for permission in SystemPermissionConstraint.allCases {
            #expect(SwiftFormatter.permission(permission).hasPrefix("."))
        }
        #expect(SwiftFormatter.permission(.location(usage: .always)) == ".location(usage: .always)")
        #expect(
            PermissionStatus.allCases.map { SwiftFormatter.member($0.rawValue) }
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

import Testing

@testable import FlintCore

struct PlatformVersionConstraintTests {
    @Test func `literals are minimum versions`() {
        let number: PlatformVersionConstraint = 9
        let text: PlatformVersionConstraint = "10.12.1"
        #expect(number == .atLeast(version: PlatformVersion(major: 9)))
        #expect(text == .atLeast(version: PlatformVersion(major: 10, minor: 12, patch: 1)))
    }

    @Test(arguments: ["10..1", "", "1.2.3.4", "ten"])
    func `malformed literals are unsupported and do not trap`(literal: String) {
        #expect(PlatformVersionConstraint(stringLiteral: literal) == .unsupported)
        #expect(throws: MalformedPlatformVersion(text: literal)) {
            try PlatformVersionConstraint(parsing: literal)
        }
    }

    @Test func `malformed literals cause advisories of the current runtime`() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            _ = "10..1" as PlatformVersionConstraint
            _ = "10.1" as PlatformVersionConstraint
        }
        let advisories = runtime.journal.advisories
        #expect(advisories.count == 1)
        #expect(advisories.first?.contains("\"10..1\"") == true)
    }

    @Test func `an integer literal that is out of range is unsupported`() {
        #expect(PlatformVersionConstraint(integerLiteral: .max) == .unsupported)
    }

    @Test func `the error contains the text and an example`() {
        #expect(MalformedPlatformVersion(text: "10..1").description.contains("\"10..1\""))
        #expect(MalformedPlatformVersion(text: "10..1").description.contains("10.13.4"))
    }

    @Test func `a constraint allows its minimum version and later ones`() {
        let constraint: PlatformVersionConstraint = "10.13.4"
        #expect(!constraint.allows(PlatformVersion("10.13.3")!))
        #expect(!constraint.allows(PlatformVersion("9.99")!))
        #expect(constraint.allows(PlatformVersion("10.13.4")!))
        #expect(constraint.allows(PlatformVersion("11")!))
        #expect(PlatformVersionConstraint.any.allows(PlatformVersion("0")!))
        #expect(!PlatformVersionConstraint.unsupported.allows(PlatformVersion("99")!))
    }

    @Test func `constraints have short descriptions`() {
        #expect(PlatformVersionConstraint.any.description == "*")
        #expect(PlatformVersionConstraint.unsupported.description == "unsupported")
        #expect(("10.12" as PlatformVersionConstraint).description == ">= 10.12.0")
        #expect(PlatformConstraint(platform: .macOS, version: "10.12.1").description == "macOS >= 10.12.1")
        #expect(PlatformConstraint(platform: .tvOS, version: .any).description == "tvOS *")
    }
}

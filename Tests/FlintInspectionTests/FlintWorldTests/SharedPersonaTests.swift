import FlintModel
import FlintTestSupport
import Testing

@testable import FlintWorld

struct SharedPersonaTests {
    private static func sample() -> Persona {
        var persona = Persona(name: Persona.sharedName)
        persona.platform = "iOS 17.2"
        persona.purchases = ["podcasts.premium": .purchased, "a,b=c:d": .unknown]
        persona.permissions = ["camera": .denied]
        persona.userSettings = ["Podcasts/Speed": .on]
        persona.runtimeSwitches = ["Podcasts/Sleep": .off]
        persona.flags = ["*": .off]
        persona.facts = ["server-version": "9.6", "tier level": "plus plus", "größe": "100%"]
        return persona
    }

    @Test func `a shell does not change the line of a persona`() {
        #expect(
            Self.sample().sharedText
                == "platform=iOS%2017.2,purchase:a%2Cb%3Dc%3Ad=unknown,purchase:podcasts.premium=purchased,"
                + "permission:camera=denied,user-setting:Podcasts/Speed=on,runtime-switch:Podcasts/Sleep=off,"
                + "flag:%2A=off,fact:gr%C3%B6%C3%9Fe=100%25,fact:server-version=9.6,tier:level=plus%20plus")
    }

    @Test func `a line is read as the persona from which it was created`() {
        #expect(Persona(shared: Self.sample().sharedText) == Self.sample())
    }

    @Test(arguments: PropertyScale.seeds(50))
    func `any names and values can be shared`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func text() -> String {
            let count = Int.random(in: 1...6, using: &random)
            return String((1...count).map { _ in "ab=:,% é🚲/\n".randomElement(using: &random) ?? "a" })
        }
        var persona = Persona(name: Persona.sharedName)
        persona.purchases = [text() + "1": .purchased, text() + "2": .notPurchased]
        persona.facts = ["k" + text().filter { $0 != " " }: text()]
        #expect(Persona(shared: persona.sharedText) == persona)
    }

    @Test(arguments: [
        "", "Premium user", "purchase:premium", "purchase:premium=maybe", "purchase=purchased", "purchase:=purchased",
        "platform:ios=iOS 17", "purchase:a=purchased,", "purchase:a=purchased=on", "purchase:a:b=purchased",
        "purchase:%4=purchased", "purchase:%zz=purchased", "purchase:%FF=purchased", "=on",
        "flag:a=on" + String(repeating: ",flag:a=on", count: 2_000),
    ])
    func `other text is not a persona`(text: String) {
        #expect(Persona(shared: text) == nil)
    }
}

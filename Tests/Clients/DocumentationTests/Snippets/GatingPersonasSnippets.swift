import FlintCore
import FlintTesting
import Testing

struct PersonaTests {
    @Test(arguments: GatingPersonas.covering(ObservatoryFeatures.self))
    func anyProductOpensTheArchive(persona: GatingPersona) throws {
        let app = GatingTest(ObservatoryFeatures.self)
        try app.apply(persona)
        app.purchase(Products.supporter)
        #expect(app.isAvailable(ArchiveFeature.self), "\(app.explanation(of: ArchiveFeature.self))")
    }

    @Test(.persona("Everything granted", of: ObservatoryFeatures.self))
    func theCameraIsRequired() throws {
        #expect(SkyCameraFeature.identify.request() != nil)
        let app = try #require(GatingTest.current)
        app.set(.camera, to: .denied)
        #expect(SkyCameraFeature.identify.request() == nil)
        #expect(app.explanation(of: SkyCameraFeature.self) == "Camera is denied")
    }
}

#if RemoteFlags
    import Testing

    @testable import FlintRemoteFlags

    struct EvaluationContextTests {
        @Test func theTargetingKeyWinsOverAnAttributeOfThatName() {
            let context = EvaluationContext(targetingKey: "ada", attributes: ["targetingKey": "grace", "plan": "team"])
            #expect(context.object == ["targetingKey": "ada", "plan": "team"])
            #expect(EvaluationContext(attributes: ["targetingKey": "grace"]).object == ["targetingKey": "grace"])
        }
    }
#endif

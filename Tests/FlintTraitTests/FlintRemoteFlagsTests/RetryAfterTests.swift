#if RemoteFlags
    import Foundation
    import Testing

    @testable import FlintRemoteFlags

    struct RetryAfterTests {
        /// 1994-11-06 08:49:07.
        private let now = Date(timeIntervalSince1970: 784_111_747)

        @Test(arguments: [
            ("0", 0), ("30", 30), (" 30 ", 30), ("86401", 86_400), ("99999999999999999999999", 86_400),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 30), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Sun, 06 Nov 2094 08:00:00 GMT", 86_400),
        ])
        func `seconds and dates are parsed`(text: String, seconds: TimeInterval) {
            #expect(RetryAfter.seconds(text, now: now) == seconds)
        }

        @Test(arguments: [
            nil, "", " ", "-1", "1.5", "soon", "٣", "Sun, 99 Nov 1994 08:49:37 GMT", String(repeating: "9", count: 500),
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ])
        func `invalid text is ignored`(text: String?) {
            #expect(RetryAfter.seconds(text, now: now) == nil)
        }
    }
#endif

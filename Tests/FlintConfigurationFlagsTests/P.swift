#if Configuration
import Testing
@Test func placeholder() {}
#endif

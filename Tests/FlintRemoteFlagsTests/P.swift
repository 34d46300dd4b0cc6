#if RemoteFlags
import Testing
@Test func placeholder() {}
#endif

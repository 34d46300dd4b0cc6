// swift-format-ignore-file
// Types of the standard library that require later systems than the package does. Compiled together with the sources of a
// module, these declarations hide those of the library.

@available(*, unavailable) struct UInt128 {}
@available(*, unavailable) struct Int128 {}
@available(*, unavailable) struct RangeSet<Bound> {}
@available(*, unavailable) struct InlineArray<Element> {}
@available(*, unavailable) struct Span<Element> {}
@available(*, unavailable) struct RawSpan {}
@available(*, unavailable) struct MutableSpan<Element> {}
@available(*, unavailable) struct OutputSpan<Element> {}
@available(*, unavailable) struct UTF8Span {}
@available(*, unavailable) struct Mutex<Value> {}

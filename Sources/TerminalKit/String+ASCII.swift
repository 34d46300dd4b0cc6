extension String {
    /// Whether the text is made of printable ASCII only: one cell per byte, and nothing to sanitise.
    var isPrintableASCII: Bool {
        let bytes = utf8
        return bytes.withContiguousStorageIfAvailable(Self.arePrintable) ?? bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    /// Whether all bytes are printable ASCII.
    private static func arePrintable(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}

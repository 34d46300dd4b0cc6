#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension JSONDecoder {
    /// Decodes a document from outside after checking that it stays within limits.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - data: The document.
    ///   - limits: What it may cost.
    ///   - format: The language it is written in.
    /// - Returns: The value.
    /// - Throws: ``JSONScanError`` if the document exceeds a limit or is not written in that language, else what the
    ///   value's type throws.
    package func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data, within limits: JSONLimits, format: JSONFormat = .json
    ) throws -> Value {
        try limits.check(data, format: format)
        allowsJSON5 = format == .json5
        return try decode(type, from: data)
    }
}

extension JSONLimits {
    /// Checks that a document is JSON, or JSON5, and stays within the limits.
    ///
    /// - Parameters:
    ///   - data: The document.
    ///   - format: The language it must be written in.
    /// - Returns: How large it is.
    /// - Throws: ``JSONScanError`` if it is not or does not.
    @discardableResult
    package func check(_ data: Data, format: JSONFormat = .json) throws(JSONScanError) -> JSONScanner.Measure {
        // The bytes are handed over as a result, because the closure's type of error is not kept.
        let result = data.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { bytes in
                Result { () throws(JSONScanError) in try JSONScanner.scan(bytes, limits: self, format: format) }
            }
        }
        return try result.get()
    }
}

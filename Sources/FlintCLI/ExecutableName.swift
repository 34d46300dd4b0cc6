// SPDX-License-Identifier: MIT

import FlintLibc

package enum ExecutableName {
    package static var current: String? { name(of: runningExecutable) }

    /// Returns the file name of an executable, or `nil` if it is not suitable as the name of a command.
    ///
    /// Symbolic links are resolved.
    static func name(of executable: String) -> String? {
        let path = realPath(executable)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let isSuitable =
            !name.hasPrefix("-")
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        return isSuitable && !name.isEmpty ? name : nil
    }

    private static var runningExecutable: String {
        #if os(Linux) || os(Android)
            // The first argument is not reliable: it is the text that the caller typed, which may be relative to the
            // search path.
            return "/proc/self/exe"
        #else
            var size = UInt32(PATH_MAX)
            var buffer = [CChar](repeating: 0, count: Int(size))
            guard _NSGetExecutablePath(&buffer, &size) == 0 else { return CommandLine.arguments.first ?? "" }
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
    }

    private static func realPath(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

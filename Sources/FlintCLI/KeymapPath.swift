import FlintConsole
import FlintCore

/// Where the keys of a person are named.
enum KeymapPath {
    /// How large a keymap may be, in bytes.
    private static let sizeLimit = 1 << 20

    /// The path of the keymap.
    ///
    /// - Parameters:
    ///   - option: What `--keymap` names, if it is given.
    ///   - commandName: The name of the program, which names the folder.
    ///   - environment: The environment of the process.
    /// - Returns: The path, and whether it was named and must be there.
    static func resolve(
        option: String?, commandName: String, environment: [String: String]
    ) -> (path: String, isNamed: Bool) {
        if let option { return (option, true) }
        if let path = environment["FLINT_KEYMAP"], !path.isEmpty { return (path, true) }
        // The XDG base directory specification asks for relative paths to be ignored.
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") {
            return ("\(directory)/\(commandName)/keymap", false)
        }
        return ("\(environment["HOME"] ?? ".")/.config/\(commandName)/keymap", false)
    }

    /// Reads the keymap.
    ///
    /// - Parameters:
    ///   - option: What `--keymap` names, if it is given.
    ///   - commandName: The name of the program.
    ///   - environment: The environment of the process.
    /// - Returns: The keys, and what is wrong with the file, in a sentence each.
    /// - Throws: ``CommandLineError/unusableFile(_:)`` if a file that was named cannot be read.
    static func read(
        option: String?, commandName: String, environment: [String: String]
    ) throws(CommandLineError) -> (keymap: Keymap, problems: [String]) {
        let (path, isNamed) = resolve(option: option, commandName: commandName, environment: environment)
        do throws(FileReading.Failure) {
            let file = KeymapFile(String(decoding: try FileReading.read(path, limit: sizeLimit), as: UTF8.self))
            return (file.keymap, file.problems.map { "The keymap \(path), \($0)" })
        } catch .missing where !isNamed {
            return (.standard, [])
        } catch {
            let problem = "The keymap \(path) cannot be read: \(error)."
            if isNamed { throw .unusableFile(problem) }
            return (.standard, [problem])
        }
    }
}

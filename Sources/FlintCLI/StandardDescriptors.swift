#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard input, output and error of the program.
enum StandardDescriptors {
    /// Takes the numbers of those that the parent process has closed, so that no file that is opened later gets one and
    /// receives what is printed.
    ///
    /// Each is opened the wrong way round: reading and writing fail as they would on a closed one. Called first of all.
    static func reserve() {
        for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest number that is free is the one that is missing.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

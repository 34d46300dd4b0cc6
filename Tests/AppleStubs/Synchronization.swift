// swift-format-ignore-file
// Synchronization as the oldest of Apple's systems on which the package runs have it: without any names, because all of
// them require iOS 18 and macOS 15.

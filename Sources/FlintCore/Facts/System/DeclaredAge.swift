// SPDX-License-Identifier: MIT

#if canImport(DeclaredAgeRange)
    import DeclaredAgeRange
#endif

/// The age range that the user has declared.
public enum DeclaredAge {
    /// The lowest age, in years, of the age range that the user has declared.
    ///
    /// The app asks for the range and sets the fact. An age that the user does not share is unknown, which is not the
    /// same as too young.
    public static var fact: AppFact<Int> {
        AppFact(
            "declared-age", title: "Declared age", remedy: .user("Share an age range in the system's settings"))
    }
}

#if canImport(DeclaredAgeRange)
    @available(iOS 26, macOS 26, *)
    extension AgeRangeService.Response {
        /// The lowest age of the range, or `nil` if the user does not share it.
        public var lowestAge: Int? {
            if case .sharing(let range) = self { range.lowerBound } else { nil }
        }
    }
#endif

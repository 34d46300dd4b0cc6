/// What an app may see of the user's contacts.
public enum ContactsEntity: Sendable, Hashable, CaseIterable {
    /// People and organisations.
    case contacts
}

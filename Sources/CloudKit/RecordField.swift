/// A field of records, with the keys that its value depends on.
struct RecordField<Object: Sendable, Keys: OptionSet & Sendable>: Sendable {
    let name: String
    /// The keys whose changes may change the value; empty if it never changes.
    let keys: Keys
    let value: @Sendable (Object, RecordMaker) throws -> Any?

    init(
        _ name: String,
        _ keys: Keys,
        _ value: @escaping @Sendable (Object, RecordMaker) throws -> Any?
    ) {
        (self.name, self.keys, self.value) = (name, keys, value)
    }
}

/// A field of records, by what it is read from.
struct RecordField<Object: Sendable, Keys: OptionSet & Sendable>: Sendable {
    let name: String
    /// What has to change for it to have another value; none for what never does.
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

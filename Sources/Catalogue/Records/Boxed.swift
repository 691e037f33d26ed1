/// A value that few records have, stored outside them.
///
/// It takes one word where it is missing, and a record is copied many times on its way into the tables.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var box: Box?

    package init(wrappedValue: Value?) {
        if let wrappedValue { box = Box(wrappedValue) }
    }

    package var wrappedValue: Value? {
        get { box?.value }
        set {
            if let newValue { box = Box(newValue) } else { box = nil }
        }
    }
}

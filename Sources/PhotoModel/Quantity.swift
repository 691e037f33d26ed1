/// A number of things, in words: "1 album", "2 albums".
package struct Quantity: CustomStringConvertible {
    package let description: String

    package init(_ number: some BinaryInteger, _ noun: String) {
        description = number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
}

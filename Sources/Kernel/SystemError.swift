/// An `errno` of the kernel.
package struct SystemError: Error, Hashable, Sendable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }
}

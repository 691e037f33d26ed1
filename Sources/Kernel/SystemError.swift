internal import Glibc

/// An error returned by the kernel.
package struct SystemError: Error, Hashable, Sendable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// Whether the process or the system has run out of descriptors, memory or processes, so that the same call may
    /// succeed a moment later.
    package var isShortage: Bool {
        [EMFILE, ENFILE, ENOMEM, ENOBUFS, EAGAIN].contains(code)
    }
}

internal import CSystemCalls
internal import Glibc
internal import Renditions

extension PictureOrder {
    /// Creates the order to encode the pixels of a picture as a file.
    init(encoding picture: Picture, as encoding: Encoding) {
        var request = RenditionRequest()
        request.subject = .pixels
        (request.width, request.height) = (picture.width, picture.height)
        (request.wantsPixels, request.encoding) = (false, encoding)
        self.init(PictureSource(memory: picture.pixels ?? []), request)
    }

    /// Creates the order to decode a file in memory.
    init(decoding bytes: [UInt8]) {
        var request = RenditionRequest()
        request.resize = .none
        self.init(PictureSource(memory: bytes), request)
    }
}

extension PictureSource {
    init(memory bytes: [UInt8]) {
        self.init(name: [], content: nil) {
            let descriptor = heliograph_memory_file()
            guard descriptor >= 0 else { return descriptor }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes {
                    unsafe write(descriptor, $0.baseAddress, $0.count)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let error = errno
                    close(descriptor)
                    return -error
                }
                rest = rest.dropFirst(count)
            }
            return descriptor
        }
    }
}

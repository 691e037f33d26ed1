internal import CSystemCalls
internal import Glibc
internal import MediaMetadata

// Built only for fuzzing (see contrib/fuzz/run): libFuzzer calls this with one input after another. The first byte
// selects the name of the file, the rest is its content.

private let names = [
    "a.jpg", "a.dng", "a.nef", "a.arw", "a.cr2", "Screenshot 1.png", "a.mov", "a", "a.xmp", "a.aae",
]

// `@unchecked Sendable` is true because libFuzzer calls from one thread only.
private final class Fuzzer: @unchecked Sendable {
    static let shared = Fuzzer()
    /// Reads files; for the films of the other extractor it uses fixed facts.
    private let reader = MetadataReader(explains: true) { _ in
        FilmFacts(
            width: 4,
            height: 3,
            duration: 1,
            frameRate: 25,
            created: nil,
            make: nil,
            model: nil
        )
    }
    private let descriptor = MemoryFile.make()

    func run(_ input: UnsafeRawBufferPointer) {
        guard let choice = input.first else { return }
        let content = UnsafeRawBufferPointer(rebasing: input.dropFirst())
        guard MemoryFile.fill(descriptor, content) else { return }
        let name = names[Int(choice) % names.count]
        let metadata = reader.read(descriptor, name: Array(name.utf8))
        // The metadata must also survive its coding for the indexer.
        var packet: [UInt8] = []
        ExtractionMessage.append(metadata, for: 1, to: &packet)
        AnswerFuzzer.expect(packet, [metadata])
        keep(packet)
    }
}

/// The directory for answers that another run starts with.
private let folder = getenv("HELIOGRAPH_FUZZ_ANSWERS").map { String(cString: $0) }

/// Writes an answer to a file named after its content.
private func keep(_ packet: [UInt8]) {
    guard let folder else { return }
    let descriptor = open("\(folder)/\(packet.hashValue)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard write(descriptor, packet, packet.count) == packet.count else { return }
}

private let target = getenv("HELIOGRAPH_FUZZ_TARGET").map { String(cString: $0) } ?? "files"

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeRawBufferPointer(start: bytes, count: count)
    switch target {
    case "predicates": PredicateFuzzer.run(input)
    case "answers": AnswerFuzzer.run(input)
    case "renditions": RenditionFuzzer.run(input)
    case "pictures": PictureFuzzer.shared.run(input)
    case "decoders": DecoderFuzzer.shared.run(input)
    case "films": FilmFuzzer.shared.run(input)
    default: Fuzzer.shared.run(input)
    }
    return 0
}

private typealias Callback = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ callback: Callback
) -> Int32

/// The package manager renames every program's `main`, so libFuzzer's is not used.
@_cdecl("heliograph_fuzz_main")
func fuzz(
    _ count: Int32,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments, fuzzOneInput)
}

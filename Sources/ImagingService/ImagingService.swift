internal import Glibc
package import Renditions
package import SandboxService

/// A file to make a rendition of.
package struct RenditionJob {
    package var request: RenditionRequest
    /// The open file; the caller closes it.
    package var file: Int32
    /// The file's name, without directories.
    package var name: [UInt8]

    package init(request: RenditionRequest, file: Int32, name: [UInt8]) {
        (self.request, self.file, self.name) = (request, file, name)
    }
}

/// A function that makes a rendition: it writes the rendition into the lane and returns its facts.
package typealias RenditionDecoder = (RenditionJob, Lane) throws(RenditionFailure) -> RenditionFacts

/// Runs an imager: serves requests on standard input, one end of a SOCK_SEQPACKET pair, until the other end is closed.
///
/// - Parameters:
///   - program: The program's name.
///   - libraries: The shared libraries it decodes with, for `--version`.
///   - sandbox: The permissions that remain.
///   - prepare: Loads everything that cannot be loaded in the sandbox, and returns the decoder.
/// - Returns: The program's exit code.
package func serveRenditions(
    _ program: String,
    libraries: String,
    sandbox: Sandbox,
    prepare: () -> RenditionDecoder
) -> Int32 {
    // No parent death signal, which would already be sent when the thread that started it ends; programs that want
    // pictures start and end threads all the time. The imager ends when the socket is closed.
    if let code = HelperStart.begin(program, libraries: "libseccomp \(libraries)") { return code }
    let decode = prepare()
    var parent = ParentSocket(
        largestPacket: RenditionMessage.largestPacket,
        mostDescriptors: 1
    )
    guard let lane = takeLane(&parent) else { return 64 }
    _ = FaultInjection.isWanted
    guard ParentSocket.send(RenditionMessage.report(.ready(missing: sandbox.enter()))) else {
        return 0
    }
    while let packet = parent.receive() {
        defer { for descriptor in packet.descriptors { close(descriptor) } }
        guard let file = packet.descriptors.first,
            let (ticket, request, name) = unsafe RenditionMessage.request(in: Array(packet.bytes))
        else { return 64 }
        Sandbox.allowProcessor(sandbox.processor)
        let job = RenditionJob(request: request, file: file, name: name)
        let report = answer(job, ticket, lane, decode)
        guard ParentSocket.send(RenditionMessage.report(report)) else { return 0 }
    }
    return 0
}

/// Receives the first packet and maps the memory it passes.
private func takeLane(_ parent: inout ParentSocket) -> Lane? {
    guard let packet = parent.receive() else { return nil }
    defer { for descriptor in packet.descriptors { close(descriptor) } }
    guard let descriptor = packet.descriptors.first,
        let count = unsafe RenditionMessage.lane(in: Array(packet.bytes))
    else { return nil }
    return Lane(descriptor, count: count)
}

private func answer(
    _ job: RenditionJob,
    _ ticket: UInt64,
    _ lane: Lane,
    _ decode: RenditionDecoder
) -> RenditionMessage.Report {
    if let fault = FaultInjection(job.name) {
        let invented = RenditionMessage.Report.failed(ticket: .max - 1, reason: "invented")
        if let stopped = fault.act(invented: RenditionMessage.report(invented)) {
            return .failed(ticket: ticket, reason: stopped)
        }
    }
    do {
        return .made(ticket: ticket, try decode(job, lane))
    } catch {
        return .failed(ticket: ticket, reason: error.description)
    }
}

internal import Foundation

/// The address to listen on, and the URLs that people type into a browser.
enum ListeningAddress {
    /// Returns why the server cannot listen on a name or address; nil if there is no objection.
    static func mistake(in address: String) -> String? {
        var hints = addrinfo()
        (hints.ai_flags, hints.ai_socktype) = (AI_PASSIVE, Int32(SOCK_STREAM.rawValue))
        var found: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(address, nil, &hints, &found)
        defer { if let found = unsafe found { unsafe freeaddrinfo(found) } }
        return code == 0 ? nil : unsafe String(cString: gai_strerror(code))
    }

    /// Returns the URLs of the page; for all addresses of the machine, those for others first.
    ///
    /// `names`: Further names of the machine.
    static func pages(of address: String, _ names: [String], port: Int) -> [String] {
        let all = ["0.0.0.0", "::"].contains(address)
        let addresses = all ? others(isVersion6: address == "::") + ["localhost"] : [address]
        return (names + addresses).map {
            "http://\($0.contains(":") ? "[\($0)]" : $0):\(port)/"
        }
    }

    /// Returns the machine's addresses in its networks.
    private static func others(isVersion6: Bool) -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var found: [String] = []
        var next = unsafe first
        while let entry = unsafe next {
            if let text = unsafe text(of: entry.pointee, isVersion6) { found.append(text) }
            unsafe next = entry.pointee.ifa_next
        }
        return found
    }

    private static func text(of entry: ifaddrs, _ isVersion6: Bool) -> String? {
        let flags = unsafe Int(entry.ifa_flags)
        let isOfOthers = flags & Int(IFF_UP) != 0 && flags & Int(IFF_LOOPBACK) == 0
        guard isOfOthers, let address = unsafe entry.ifa_addr else { return nil }
        let family = unsafe Int32(address.pointee.sa_family)
        guard family == AF_INET || isVersion6 && family == AF_INET6 else { return nil }
        let size =
            family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = unsafe getnameinfo(
            address,
            socklen_t(size),
            &text,
            socklen_t(text.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        guard code == 0 else { return nil }
        let name = String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        // A browser cannot use an address that is only valid on one interface.
        return name.contains("%") ? nil : name
    }
}

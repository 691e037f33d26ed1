extension ScenarioDisk {
    /// Carries out a line of a scenario.
    ///
    /// - Returns: Whether it is about files.
    package func perform(_ words: [String]) throws -> Bool {
        switch (words.count, words[0]) {
        case (2, "mkdir"): try makeDirectory(words[1])
        case (2, "create"): try create(words[1])
        case (2, "close"): try close(words[1])
        case (2, "save"): try save(words[1])
        case (2, "overwrite"): try overwrite(words[1])
        case (2, "remove"): try remove(words[1])
        case (3, "copy"): try copy(words[1], words[2])
        case (3, "link"): try link(words[1], words[2])
        case (3, "rename"): try rename(words[1], words[2])
        case (3, "exchange"): try exchange(words[1], words[2])
        case (2, "mkfifo"): try makePipe(words[1])
        case (2, "hide"): try setReadable(words[1], false)
        case (2, "show"): try setReadable(words[1], true)
        case (2, "mount"): try mount(words[1])
        case (3, "mount"): try mount(words[1], words[2])
        case (2, "unmount"): try unmount(words[1])
        case (3, "bind"): try bind(words[1], over: words[2])
        case (3, "unbind"): try unbind(words[1], from: words[2])
        default: return false
        }
        // So that what is done next has a modification time of its own.
        kernel.time += 10_000
        return true
    }
}

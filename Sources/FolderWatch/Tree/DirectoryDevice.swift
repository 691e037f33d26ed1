/// Values shared by the directories of one file system.
final class DirectoryDevice {
    let number: UInt64
    let volume: UInt64
    let fileSystem: Int64

    init(_ stat: DirectoryStat) {
        (number, volume, fileSystem) = (stat.device, stat.volume, stat.fileSystem)
    }

    func isOf(_ stat: DirectoryStat) -> Bool {
        number == stat.device && volume == stat.volume && fileSystem == stat.fileSystem
    }
}

internal import PhotoModel

extension AssetRecord {
    /// Whether a file found at a known place is another photo than the known one, under a name that is used again: both
    /// files say when and by which camera they were taken, and both differ.
    ///
    /// What an editor saves keeps these. One of them alone may be corrected: a camera's clock was wrong, or the name of
    /// the camera is written otherwise.
    package func isAnotherPhoto(than before: AssetRecord) -> Bool {
        guard let camera = namedCamera, let other = before.namedCamera,
            !(camera.contains(other) || other.contains(camera))
        else { return false }
        let (taken, known) = (creationDate, before.alone.creationDate)
        return taken.source.isInFile && known.source.isInFile
            && !(taken.isContained(in: known) || known.isContained(in: taken))
    }

    /// Whether a RAW file and a picture of one name are two photos, because a camera's numbers came round: they name
    /// different cameras, or say that they were taken in different years.
    func isUnrelated(to picture: AssetRecord) -> Bool {
        if let camera = namedCamera, let other = picture.namedCamera,
            !(camera.contains(other) || other.contains(camera))
        {
            return true
        }
        let years = [alone.creationDate, picture.alone.creationDate].compactMap { date in
            date.source.isInFile ? date.localTime.year : nil
        }
        return years.count == 2 && years[0] != years[1]
    }

    private var namedCamera: String? {
        let name = (cameraModel ?? cameraMake)?.lowercased()
        return name?.isEmpty == true ? nil : name
    }
}

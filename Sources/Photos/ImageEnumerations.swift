/// How a picture fits the requested size.
public enum PHImageContentMode: Int, Sendable {
    /// The whole picture fits into the size.
    case aspectFit = 0
    /// The picture fills the whole size.
    case aspectFill = 1

    /// The whole picture fits into the size.
    public static var `default`: PHImageContentMode { .aspectFit }
}

/// The version of a picture to request.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// The edited version, if there is one.
    case current = 0
    /// The same as `original`: camera filters are not kept separately.
    case unadjusted = 1
    /// As it came from the camera.
    case original = 2
}

/// Whether a picture request favors speed or quality.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// A degraded picture first, then the requested one.
    case opportunistic = 0
    /// The requested picture, however long it takes.
    case highQualityFormat = 1
    /// Any picture that is quickly available, possibly degraded.
    case fastFormat = 2
}

/// How closely a picture matches the requested size.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// The size of the file.
    case none = 0
    /// The requested size or larger, where that is faster.
    case fast = 1
    /// Exactly the requested size.
    case exact = 2
}

/// The version of a film to request.
public enum PHVideoRequestOptionsVersion: Int, Sendable {
    /// The edited version, if there is one.
    case current = 0
    /// As it came from the camera.
    case original = 1
}

/// Whether a film request favors speed or quality.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
    /// The automatic choice; on Linux always the file itself.
    case automatic = 0
    /// The best quality: the file itself.
    case highQualityFormat = 1
    /// The file itself: nothing is encoded again.
    case mediumQualityFormat = 2
    /// The file itself: nothing is encoded again.
    case fastFormat = 3
}

/// The kind of a Live Photo's frame.
public enum PHLivePhotoFrameType: Int, Sendable {
    /// The still.
    case photo = 0
    /// A frame of the film.
    case video = 1
}

/// How a picture fills the size asked for.
public enum PHImageContentMode: Int, Sendable {
    /// All of it is seen.
    case aspectFit = 0
    /// All of the size is filled.
    case aspectFill = 1

    /// All of it is seen.
    public static var `default`: PHImageContentMode { .aspectFit }
}

/// Which version of a picture is asked for.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    case current = 0
    case unadjusted = 1
    case original = 2
}

/// Whether a picture should come soon or be good.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    case opportunistic = 0
    case highQualityFormat = 1
    case fastFormat = 2
}

/// How exactly the size asked for is met.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    case none = 0
    case fast = 1
    case exact = 2
}

/// Which version of a film is asked for.
public enum PHVideoRequestOptionsVersion: Int, Sendable {
    case current = 0
    case original = 1
}

/// Whether a film should come soon or be good.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
    case automatic = 0
    case highQualityFormat = 1
    case mediumQualityFormat = 2
    case fastFormat = 3
}

/// What a frame of a Live Photo is of.
public enum PHLivePhotoFrameType: Int, Sendable {
    case photo = 0
    case video = 1
}

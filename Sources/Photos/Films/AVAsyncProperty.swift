internal import Foundation

/// A property whose value is loaded asynchronously.
public struct AVAsyncProperty<Root, Value>: Sendable {
    let value: @Sendable (Root) -> Value
}

/// A type with properties that are loaded asynchronously.
public protocol AVAsynchronousKeyValueLoading: Sendable {}

extension AVAsynchronousKeyValueLoading {
    /// Loads a property without blocking the caller's thread.
    public func load<Value: Sendable>(
        _ property: AVAsyncProperty<Self, Value>
    ) async throws -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: property.value(self)) }
        }
    }
}

extension AVAsyncProperty where Root: AVAsset, Value == CMTime {
    /// The length of a film.
    public static var duration: Self { Self { $0.duration } }
}

extension AVAsyncProperty where Root: AVAsset, Value == [AVAssetTrack] {
    /// The tracks of a film.
    public static var tracks: Self { Self { $0.tracks } }
}

public import Foundation

/// The domain of errors of the photo library.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"

/// In `userInfo`, the identifiers found where one was asked for.
public let PHLocalIdentifiersErrorKey = "PHLocalIdentifiersErrorKey"

/// An error of the photo library.
///
/// It is an `NSError`, so that both `catch let error as NSError` and `catch let error as PHPhotosError`
/// see it.
public final class PHPhotosError: NSError, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored beyond what `NSError` keeps, and that
    // does not change.

    /// What went wrong; the raw values are PhotoKit's.
    public enum Code: Int, Sendable {
        case internalError = -1
        case userCancelled = 3_072
        case persistentChangeTokenExpired = 3_105
        case libraryVolumeOffline = 3_114
        case relinquishingLibraryBundleToWriter = 3_142
        case switchingSystemPhotoLibrary = 3_143
        case networkAccessRequired = 3_164
        case networkError = 3_169
        case identifierNotFound = 3_201
        case multipleIdentifiersFound = 3_202
        case persistentChangeDetailsUnavailable = 3_210
        case changeNotSupported = 3_300
        case operationInterrupted = 3_301
        case invalidResource = 3_302
        case missingResource = 3_303
        case notEnoughSpace = 3_305
        case requestNotSupportedForAsset = 3_306
        case limitExceeded = 3_307
        case accessRestricted = 3_310
        case accessUserDenied = 3_311
        case libraryInFileProviderSyncRoot = 5_423
    }

    public static let errorDomain = PHPhotosErrorDomain

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        super.init(domain: PHPhotosErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    @available(*, unavailable)
    public required init?(coder: NSCoder) {
        fatalError("an error of the photo library is not read from an archive")
    }

    @_nonoverride public var code: Code { Code(rawValue: super.code) ?? .internalError }

    public static let internalError = Code.internalError
    public static let userCancelled = Code.userCancelled
    public static let persistentChangeTokenExpired = Code.persistentChangeTokenExpired
    public static let libraryVolumeOffline = Code.libraryVolumeOffline
    public static let relinquishingLibraryBundleToWriter = Code.relinquishingLibraryBundleToWriter
    public static let switchingSystemPhotoLibrary = Code.switchingSystemPhotoLibrary
    public static let networkAccessRequired = Code.networkAccessRequired
    public static let networkError = Code.networkError
    public static let identifierNotFound = Code.identifierNotFound
    public static let multipleIdentifiersFound = Code.multipleIdentifiersFound
    public static let persistentChangeDetailsUnavailable = Code.persistentChangeDetailsUnavailable
    public static let changeNotSupported = Code.changeNotSupported
    public static let operationInterrupted = Code.operationInterrupted
    public static let invalidResource = Code.invalidResource
    public static let missingResource = Code.missingResource
    public static let notEnoughSpace = Code.notEnoughSpace
    public static let requestNotSupportedForAsset = Code.requestNotSupportedForAsset
    public static let limitExceeded = Code.limitExceeded
    public static let accessRestricted = Code.accessRestricted
    public static let accessUserDenied = Code.accessUserDenied
    public static let libraryInFileProviderSyncRoot = Code.libraryInFileProviderSyncRoot
}

/// Lets `catch PHPhotosError.identifierNotFound` and the like work.
public func ~= (code: PHPhotosError.Code, error: any Error) -> Bool {
    (error as? PHPhotosError)?.code == code
}

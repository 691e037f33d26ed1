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
        /// Something went wrong inside.
        case internalError = -1
        /// The user ended it.
        case userCancelled = 3_072
        /// The history does not go back to the token.
        case persistentChangeTokenExpired = 3_105
        /// The disk of the library is not there.
        case libraryVolumeOffline = 3_114
        /// The library is being given to another program.
        case relinquishingLibraryBundleToWriter = 3_142
        /// Another library takes its place.
        case switchingSystemPhotoLibrary = 3_143
        /// The network would be needed.
        case networkAccessRequired = 3_164
        /// The network failed.
        case networkError = 3_169
        /// Nothing has the identifier.
        case identifierNotFound = 3_201
        /// Several things have the identifier.
        case multipleIdentifiersFound = 3_202
        /// What changed is not known in detail.
        case persistentChangeDetailsUnavailable = 3_210
        /// The change cannot be made.
        case changeNotSupported = 3_300
        /// It was interrupted.
        case operationInterrupted = 3_301
        /// The file cannot be used.
        case invalidResource = 3_302
        /// A file is missing.
        case missingResource = 3_303
        /// The disk is full.
        case notEnoughSpace = 3_305
        /// The asset cannot be asked for that.
        case requestNotSupportedForAsset = 3_306
        /// There are too many.
        case limitExceeded = 3_307
        /// A policy forbids it.
        case accessRestricted = 3_310
        /// The user forbids it.
        case accessUserDenied = 3_311
        /// The library lies in a folder that is synced.
        case libraryInFileProviderSyncRoot = 5_423

        /// The old name of `internalError`.
        @available(*, deprecated, renamed: "internalError")
        public static let invalid = Code.internalError
    }

    /// The domain of all errors of the library.
    public static let errorDomain = PHPhotosErrorDomain

    /// An error with more about it in `userInfo`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        super.init(domain: PHPhotosErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Errors of the library are not archived.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
        fatalError("an error of the photo library is not read from an archive")
    }

    /// What went wrong.
    @_nonoverride public var code: Code { Code(rawValue: super.code) ?? .internalError }

    /// The number of ``code``.
    public var errorCode: Int { super.code }

    /// What more is known of the error.
    public var errorUserInfo: [String: Any] { userInfo }

    /// The old name of ``internalError``.
    @available(*, deprecated, renamed: "internalError")
    public static let invalid = Code.internalError
    /// Something went wrong inside.
    public static let internalError = Code.internalError
    /// The user ended it.
    public static let userCancelled = Code.userCancelled
    /// The history does not go back to the token.
    public static let persistentChangeTokenExpired = Code.persistentChangeTokenExpired
    /// The disk of the library is not there.
    public static let libraryVolumeOffline = Code.libraryVolumeOffline
    /// The library is being given to another program.
    public static let relinquishingLibraryBundleToWriter = Code.relinquishingLibraryBundleToWriter
    /// Another library takes its place.
    public static let switchingSystemPhotoLibrary = Code.switchingSystemPhotoLibrary
    /// The network would be needed.
    public static let networkAccessRequired = Code.networkAccessRequired
    /// The network failed.
    public static let networkError = Code.networkError
    /// Nothing has the identifier.
    public static let identifierNotFound = Code.identifierNotFound
    /// Several things have the identifier.
    public static let multipleIdentifiersFound = Code.multipleIdentifiersFound
    /// What changed is not known in detail.
    public static let persistentChangeDetailsUnavailable = Code.persistentChangeDetailsUnavailable
    /// The change cannot be made.
    public static let changeNotSupported = Code.changeNotSupported
    /// It was interrupted.
    public static let operationInterrupted = Code.operationInterrupted
    /// The file cannot be used.
    public static let invalidResource = Code.invalidResource
    /// A file is missing.
    public static let missingResource = Code.missingResource
    /// The disk is full.
    public static let notEnoughSpace = Code.notEnoughSpace
    /// The asset cannot be asked for that.
    public static let requestNotSupportedForAsset = Code.requestNotSupportedForAsset
    /// There are too many.
    public static let limitExceeded = Code.limitExceeded
    /// A policy forbids it.
    public static let accessRestricted = Code.accessRestricted
    /// The user forbids it.
    public static let accessUserDenied = Code.accessUserDenied
    /// The library lies in a folder that is synced.
    public static let libraryInFileProviderSyncRoot = Code.libraryInFileProviderSyncRoot
}

/// Lets `catch PHPhotosError.identifierNotFound` and the like work.
public func ~= (code: PHPhotosError.Code, error: any Error) -> Bool {
    (error as? PHPhotosError)?.code == code
}

public import Foundation

/// The error domain of the photo library.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"

/// In `userInfo`, the identifiers found where a single one was expected.
public let PHLocalIdentifiersErrorKey = "PHLocalIdentifiersErrorKey"

/// An error of the photo library.
///
/// It is an `NSError`, so both `catch let error as NSError` and `catch let error as PHPhotosError` match it.
public final class PHPhotosError: NSError, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored beyond what `NSError` keeps, and that
    // does not change.

    /// The kind of error; raw values match PhotoKit's.
    public enum Code: Int, Sendable {
        /// An internal error occurred.
        case internalError = -1
        /// The user cancelled the request.
        case userCancelled = 3_072
        /// The history does not go back to the token.
        case persistentChangeTokenExpired = 3_105
        /// The disk of the library is not available.
        case libraryVolumeOffline = 3_114
        /// The library is being given to another program.
        case relinquishingLibraryBundleToWriter = 3_142
        /// Another library is taking its place.
        case switchingSystemPhotoLibrary = 3_143
        /// The request requires the network.
        case networkAccessRequired = 3_164
        /// The network failed.
        case networkError = 3_169
        /// No object has the identifier.
        case identifierNotFound = 3_201
        /// Several objects have the identifier.
        case multipleIdentifiersFound = 3_202
        /// The details of the change are not available.
        case persistentChangeDetailsUnavailable = 3_210
        /// The change is not supported.
        case changeNotSupported = 3_300
        /// The operation was interrupted.
        case operationInterrupted = 3_301
        /// The file cannot be used.
        case invalidResource = 3_302
        /// A file is missing.
        case missingResource = 3_303
        /// The disk is full.
        case notEnoughSpace = 3_305
        /// The asset does not support the request.
        case requestNotSupportedForAsset = 3_306
        /// A limit was exceeded.
        case limitExceeded = 3_307
        /// A policy forbids the operation.
        case accessRestricted = 3_310
        /// The user forbids the operation.
        case accessUserDenied = 3_311
        /// The library is in a folder that is synced.
        case libraryInFileProviderSyncRoot = 5_423

        /// The old name of `internalError`.
        @available(*, deprecated, renamed: "internalError")
        public static let invalid = Code.internalError
    }

    /// The error domain of the photo library.
    public static let errorDomain = PHPhotosErrorDomain

    /// Creates an error with further information in `userInfo`.
    ///
    /// Its `localizedDescription` is the one in `userInfo`, or else what the code means.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        let description = [NSLocalizedDescriptionKey: code.meaning]
        super.init(
            domain: PHPhotosErrorDomain,
            code: code.rawValue,
            userInfo: userInfo.merging(description) { given, _ in given }
        )
    }

    /// Errors of the library cannot be archived.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
        fatalError("an error of the photo library is not read from an archive")
    }

    /// The kind of error.
    @_nonoverride public var code: Code { Code(rawValue: super.code) ?? .internalError }

    /// The raw value of ``code``.
    public var errorCode: Int { super.code }

    /// Further information about the error.
    public var errorUserInfo: [String: Any] { userInfo }

    /// The old name of ``internalError``.
    @available(*, deprecated, renamed: "internalError")
    public static let invalid = Code.internalError
    /// An internal error occurred.
    public static let internalError = Code.internalError
    /// The user cancelled the request.
    public static let userCancelled = Code.userCancelled
    /// The history does not go back to the token.
    public static let persistentChangeTokenExpired = Code.persistentChangeTokenExpired
    /// The disk of the library is not available.
    public static let libraryVolumeOffline = Code.libraryVolumeOffline
    /// The library is being given to another program.
    public static let relinquishingLibraryBundleToWriter = Code.relinquishingLibraryBundleToWriter
    /// Another library is taking its place.
    public static let switchingSystemPhotoLibrary = Code.switchingSystemPhotoLibrary
    /// The request requires the network.
    public static let networkAccessRequired = Code.networkAccessRequired
    /// The network failed.
    public static let networkError = Code.networkError
    /// No object has the identifier.
    public static let identifierNotFound = Code.identifierNotFound
    /// Several objects have the identifier.
    public static let multipleIdentifiersFound = Code.multipleIdentifiersFound
    /// The details of the change are not available.
    public static let persistentChangeDetailsUnavailable = Code.persistentChangeDetailsUnavailable
    /// The change is not supported.
    public static let changeNotSupported = Code.changeNotSupported
    /// The operation was interrupted.
    public static let operationInterrupted = Code.operationInterrupted
    /// The file cannot be used.
    public static let invalidResource = Code.invalidResource
    /// A file is missing.
    public static let missingResource = Code.missingResource
    /// The disk is full.
    public static let notEnoughSpace = Code.notEnoughSpace
    /// The asset does not support the request.
    public static let requestNotSupportedForAsset = Code.requestNotSupportedForAsset
    /// A limit was exceeded.
    public static let limitExceeded = Code.limitExceeded
    /// A policy forbids the operation.
    public static let accessRestricted = Code.accessRestricted
    /// The user forbids the operation.
    public static let accessUserDenied = Code.accessUserDenied
    /// The library is in a folder that is synced.
    public static let libraryInFileProviderSyncRoot = Code.libraryInFileProviderSyncRoot
}

/// Returns whether an error has a code, for patterns such as `catch PHPhotosError.identifierNotFound`.
public func ~= (code: PHPhotosError.Code, error: any Error) -> Bool {
    (error as? PHPhotosError)?.code == code
}

extension PHPhotosError.Code {
    /// What the code means, for errors that come without a description of their own.
    var meaning: String {
        switch self {
        case .internalError: "an internal error occurred"
        case .userCancelled: "the request was cancelled"
        case .persistentChangeTokenExpired: "the history does not go back to the token"
        case .libraryVolumeOffline: "the disk of the library is not available"
        case .relinquishingLibraryBundleToWriter: "the library's catalogue or folders are gone"
        case .switchingSystemPhotoLibrary: "another library is taking the place of this one"
        case .networkAccessRequired: "the request requires the network"
        case .networkError: "the network failed"
        case .identifierNotFound: "no object has the identifier"
        case .multipleIdentifiersFound: "several objects have the identifier"
        case .persistentChangeDetailsUnavailable: "the history does not go back to the change"
        case .changeNotSupported: "the change is not supported"
        case .operationInterrupted: "the operation was interrupted"
        case .invalidResource: "the file cannot be used"
        case .missingResource: "a file is missing"
        case .notEnoughSpace: "the disk is full"
        case .requestNotSupportedForAsset: "the asset does not support the request"
        case .limitExceeded: "a limit was exceeded"
        case .accessRestricted: "the library does not allow this"
        case .accessUserDenied: "the library's files may not be read or written"
        case .libraryInFileProviderSyncRoot: "the library is in a folder that is synced"
        }
    }
}

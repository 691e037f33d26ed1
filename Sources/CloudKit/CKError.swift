public import Foundation

/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"

/// In `userInfo`, the errors of single items, by their identifiers.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// In `userInfo`, the number of seconds to wait before trying again.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// In `userInfo`, the record that both sides started from.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// In `userInfo`, the record in the library.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// In `userInfo`, the record in the program.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"

/// A CloudKit error.
///
/// It is an `NSError`, so that both `error as? CKError` and `error as NSError` work.
public final class CKError: NSError, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored beyond what `NSError` keeps, which is immutable.

    /// The kind of error; raw values match CloudKit's.
    public enum Code: Int, Sendable {
        /// An internal error occurred.
        case internalError = 1
        /// Some items failed; `partialErrorsByItemID` has their errors.
        case partialFailure = 2
        /// There is no network.
        case networkUnavailable = 3
        /// The network failed.
        case networkFailure = 4
        /// The container is unknown.
        case badContainer = 5
        /// The library cannot be reached.
        case serviceUnavailable = 6
        /// There were too many requests.
        case requestRateLimited = 7
        /// The program lacks an entitlement.
        case missingEntitlement = 8
        /// No user is signed in.
        case notAuthenticated = 9
        /// The program has no permission to read the library.
        case permissionFailure = 10
        /// There is no such record.
        case unknownItem = 11
        /// The arguments are invalid.
        case invalidArguments = 12
        /// The results were truncated.
        case resultsTruncated = 13
        /// The record has changed.
        case serverRecordChanged = 14
        /// The request was refused.
        case serverRejectedRequest = 15
        /// The file does not exist.
        case assetFileNotFound = 16
        /// The file was changed in the meantime.
        case assetFileModified = 17
        /// The program is too old.
        case incompatibleVersion = 18
        /// A value has to be unique.
        case constraintViolation = 19
        /// The operation was cancelled.
        case operationCancelled = 20
        /// The token belongs to another library, or the history no longer reaches back to it: fetch again without a
        /// token.
        case changeTokenExpired = 21
        /// Another item of the batch failed.
        case batchRequestFailed = 22
        /// The zone is busy.
        case zoneBusy = 23
        /// The database does not support the operation.
        case badDatabase = 24
        /// There is no space left.
        case quotaExceeded = 25
        /// There is no such zone.
        case zoneNotFound = 26
        /// The request was too large.
        case limitExceeded = 27
        /// The user deleted the zone.
        case userDeletedZone = 28
        /// There are too many participants.
        case tooManyParticipants = 29
        /// The record is shared already.
        case alreadyShared = 30
        /// A record refers to a record that does not exist.
        case referenceViolation = 31
        /// The account does not allow the operation.
        case managedAccountRestricted = 32
        /// A participant may have to be verified.
        case participantMayNeedVerification = 33
        /// The response was lost.
        case serverResponseLost = 34
        /// The file is not available.
        case assetNotAvailable = 35
        /// The account is temporarily unavailable.
        case accountTemporarilyUnavailable = 36
        /// The participant has already been invited.
        case participantAlreadyInvited = 37
    }

    /// The domain of all CloudKit errors.
    public static let errorDomain = CKErrorDomain

    /// Creates an error, with details in `userInfo`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        super.init(domain: CKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Errors are not archived.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
        fatalError("an error of CloudKit is not read from an archive")
    }

    /// The kind of error.
    @_nonoverride public var code: Code { Code(rawValue: super.code) ?? .internalError }

    /// The errors of single items, by their identifiers.
    public var partialErrorsByItemID: [AnyHashable: any Error]? {
        userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
    }

    /// The number of seconds to wait before trying again.
    public var retryAfterSeconds: Double? { userInfo[CKErrorRetryAfterKey] as? Double }

    /// The record that both sides started from.
    public var ancestorRecord: CKRecord? {
        userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
    }

    /// The record in the library.
    public var serverRecord: CKRecord? {
        userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord
    }

    /// The record in the program.
    public var clientRecord: CKRecord? {
        userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord
    }
}

extension CKError {
    /// An internal error occurred.
    public static let internalError = Code.internalError
    /// Some items failed; `partialErrorsByItemID` has their errors.
    public static let partialFailure = Code.partialFailure
    /// There is no network.
    public static let networkUnavailable = Code.networkUnavailable
    /// The network failed.
    public static let networkFailure = Code.networkFailure
    /// The container is unknown.
    public static let badContainer = Code.badContainer
    /// The library cannot be reached.
    public static let serviceUnavailable = Code.serviceUnavailable
    /// There were too many requests.
    public static let requestRateLimited = Code.requestRateLimited
    /// The program lacks an entitlement.
    public static let missingEntitlement = Code.missingEntitlement
    /// No user is signed in.
    public static let notAuthenticated = Code.notAuthenticated
    /// The program has no permission to read the library.
    public static let permissionFailure = Code.permissionFailure
    /// There is no such record.
    public static let unknownItem = Code.unknownItem
    /// The arguments are invalid.
    public static let invalidArguments = Code.invalidArguments
    /// The results were truncated.
    public static let resultsTruncated = Code.resultsTruncated
    /// The record has changed.
    public static let serverRecordChanged = Code.serverRecordChanged
    /// The request was refused.
    public static let serverRejectedRequest = Code.serverRejectedRequest
    /// The file does not exist.
    public static let assetFileNotFound = Code.assetFileNotFound
    /// The file was changed in the meantime.
    public static let assetFileModified = Code.assetFileModified
    /// The program is too old.
    public static let incompatibleVersion = Code.incompatibleVersion
    /// A value has to be unique.
    public static let constraintViolation = Code.constraintViolation
    /// The operation was cancelled.
    public static let operationCancelled = Code.operationCancelled
    /// The token belongs to another library, or the history no longer reaches back to it: fetch again without a token.
    public static let changeTokenExpired = Code.changeTokenExpired
    /// Another item of the batch failed.
    public static let batchRequestFailed = Code.batchRequestFailed
    /// The zone is busy.
    public static let zoneBusy = Code.zoneBusy
    /// The database does not support the operation.
    public static let badDatabase = Code.badDatabase
    /// There is no space left.
    public static let quotaExceeded = Code.quotaExceeded
    /// There is no such zone.
    public static let zoneNotFound = Code.zoneNotFound
    /// The request was too large.
    public static let limitExceeded = Code.limitExceeded
    /// The user deleted the zone.
    public static let userDeletedZone = Code.userDeletedZone
    /// There are too many participants.
    public static let tooManyParticipants = Code.tooManyParticipants
    /// The record is shared already.
    public static let alreadyShared = Code.alreadyShared
    /// A record refers to a record that does not exist.
    public static let referenceViolation = Code.referenceViolation
    /// The account does not allow the operation.
    public static let managedAccountRestricted = Code.managedAccountRestricted
    /// A participant may have to be verified.
    public static let participantMayNeedVerification = Code.participantMayNeedVerification
    /// The response was lost.
    public static let serverResponseLost = Code.serverResponseLost
    /// The file is not available.
    public static let assetNotAvailable = Code.assetNotAvailable
    /// The account is temporarily unavailable.
    public static let accountTemporarilyUnavailable = Code.accountTemporarilyUnavailable
    /// The participant has already been invited.
    public static let participantAlreadyInvited = Code.participantAlreadyInvited
}

/// Matches an error by its code, as in `catch CKError.changeTokenExpired`.
public func ~= (code: CKError.Code, error: any Error) -> Bool {
    (error as? CKError)?.code == code
}

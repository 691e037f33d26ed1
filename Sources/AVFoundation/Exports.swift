// Exports `AVAsset` and its related types to files that import them from here.
@_exported public import Photos

const KiB = 1024
export const MiB = 1024 * KiB

/** A file up to this size goes in one request. */
export const wholeLimit = 262_144
export const firstChunk = 256 * KiB
export const largestChunk = 32 * MiB

/** The chunk after one of this size that arrived. */
export const grown = (size: number) => (size * 2 <= largestChunk ? size * 2 : size)

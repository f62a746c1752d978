/**
 * How much of a machine one file may take. Every limit is counted on what is
 * really there, never on what a file says of itself.
 */

const MiB = 1024 * 1024;

export const limits = {
  /** Entries of a zip. A real book of 20,000 chapters exists; 100,000 entries are an attack. */
  entries: 30_000,
  /** Bytes of one unpacked resource: it is held in memory for a moment. */
  entryBytes: 128 * MiB,
  /** Bytes of all of them. */
  unpackedBytes: 1024 * MiB,
  /** Unpacked bytes for each byte of the file (deflate can reach 1,032), and what any file may unpack to. */
  ratio: 100,
  ratioFloor: 64 * MiB,
  /** Bytes of one document that is parsed (chapter, style sheet, SVG), and of container, package, NCX. */
  documentBytes: 16 * MiB,
  packageBytes: 12 * MiB,
  /** Elements within elements. Browsers flatten at 512, and a hand never writes 100. */
  depth: 500,
  /** Pieces of a media overlay: a chapter that is spoken word by word. */
  overlayClips: 50_000,
  tocEntries: 20_000,
  tocDepth: 30,
  /** UTF-16 units of text for search; what lies beyond is read, but not found. */
  searchableText: 60_000_000,
  /** Bytes of text for each byte of the file that do not count against the quota; prose is packed to a third. */
  freeTextRatio: 8,
  /** Pixels of a picture that is decoded for a cover. */
  coverPixels: 64_000_000,
  /** Bytes that it takes once it is decoded. */
  coverBytes: 256_000_000,
  pdfPages: 20_000,
  /** Highlights and notes of a PDF that become its reader's. */
  annotations: 2_000,
} as const;

/** Milliseconds that a file of this many bytes may take before its worker is ended. */
export const timeLimit = (bytes: number) => 60_000 + Math.ceil(bytes / MiB) * 1_000;

/**
 * Milliseconds that a step may take before its worker is ended and the file read without it. Drawing a cover stops by
 * itself after half of them, unless it blocks the worker.
 */
export const stepLimitMs = 20_000;

/** Steps of one file that are tried, before no text is read at all. */
export const mostSkippedSteps = 3;

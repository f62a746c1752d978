const MB = 1_000_000;

/**
 * Limits per user; docs/operators.md has the same table with reasons. `bytes` is the total UTF-8 text of all rows of a
 * kind. Writes beyond a limit are refused with `limit_reached`; existing data remains readable, and can be shortened
 * and deleted.
 */
export const limits = {
  /** With and without a file. `bytes` counts titles, descriptions and other details, not files. */
  books: { rows: 50_000, bytes: 64 * MB },
  /** Files of one book. */
  filesOfBook: 20,
  notes: { rows: 20_000, bytes: 32 * MB },
  /** Including their notes. */
  highlights: { rows: 30_000, bytes: 32 * MB },
  bookmarks: { rows: 20_000, bytes: 8 * MB },
  /** Filled-in fields of PDFs. */
  formValues: { rows: 20_000, bytes: 8 * MB },
  collections: { rows: 500, bytes: 2 * MB },
  booksInCollection: 20_000,
  /** In all collections together. */
  booksInCollections: 100_000,
  readingSessions: { rows: 50_000, bytes: 8 * MB },
  /** Of all books together. */
  readings: { rows: 50_000 },
  /** Previous versions of corrected sessions. */
  /** What is in the bin, and versions of texts; the oldest are deleted. */
  history: { bytes: 128 * MB },
  goals: { rows: 50 },
  /** Sessions; the least recently used one ends when another begins. */
  signIns: 200,
  appPasswords: { rows: 50 },
  /** Addresses to which a reader sends books. */
  sendAddresses: { rows: 5 },
  /** Bytes of a file that is sent by mail; in the mail it takes a third more. */
  mailedFile: 25 * MB,
  conversations: { rows: 1_000 },
  messagesInConversation: 1_000,
  /** In all conversations together: questions, answers and citations. */
  messages: { rows: 20_000, bytes: 32 * MB },
  /** Documents of KOReader devices with a stored position; the oldest are deleted. */
  syncDocuments: 5_000,
  /** Files and folders in the WebDAV folder, and their total size. */
  deviceFiles: { rows: 1_000, bytes: 64 * MB },
  /** Bytes of one file. */
  deviceFile: 32 * MB,
  /** Page times in device statistics. */
  pageTimes: 200_000,
  /** Looked-up words. */
  lookedUpWords: { rows: 10_000 },
  /** What parts (remotes) keep, in all their collections together. */
  partRows: { rows: 100_000, bytes: 32 * MB },
  uploadsUnderWay: 20,
  /** Bytes of JSON. */
  preferences: 100_000,
} as const;

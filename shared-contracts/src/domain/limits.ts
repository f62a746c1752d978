const MB = 1_000_000;

/**
 * How much of each kind one reader may have; docs/limits.md has the same table with reasons. `bytes` is the UTF-8 text
 * of all rows of the kind together. What is beyond a limit is refused with `limit_reached`; what is there already stays
 * readable, can be shortened and deleted.
 */
export const limits = {
  /** With and without a file. `bytes` is of titles, descriptions and other details, not of files. */
  books: { rows: 50_000, bytes: 64 * MB },
  notes: { rows: 20_000, bytes: 32 * MB },
  /** With the thoughts on them. */
  highlights: { rows: 30_000, bytes: 32 * MB },
  bookmarks: { rows: 20_000, bytes: 8 * MB },
  /** Fields of PDFs that are filled in. */
  formValues: { rows: 20_000, bytes: 8 * MB },
  collections: { rows: 500, bytes: 2 * MB },
  booksInCollection: 20_000,
  /** In all collections of a reader together. */
  booksInCollections: 100_000,
  readingSessions: { rows: 50_000, bytes: 8 * MB },
  /** What sessions were before they were corrected. */
  sessionChanges: { rows: 10_000, bytes: 8 * MB },
  goals: { rows: 50 },
  /** Devices where a reader is signed in; the one that was not used for longest is signed out when another comes. */
  signIns: 200,
  appPasswords: { rows: 50 },
  conversations: { rows: 1_000 },
  messagesInConversation: 1_000,
  /** In all conversations of a reader together: questions, answers and what they cite. */
  messages: { rows: 20_000, bytes: 32 * MB },
  /** Documents whose last place on KOReader devices is kept; the oldest go. */
  syncDocuments: 5_000,
  /** Files and folders that devices keep by WebDAV, and their bytes together. */
  deviceFiles: { rows: 1_000, bytes: 64 * MB },
  /** Bytes of one of them. */
  deviceFile: 32 * MB,
  /** Pages of the statistics of devices, each with its time. */
  pageTimes: 200_000,
  /** Words that were looked up. */
  lookedUpWords: { rows: 10_000 },
  uploadsUnderWay: 20,
  /** Bytes of the JSON that is kept for all devices. */
  preferences: 100_000,
} as const;

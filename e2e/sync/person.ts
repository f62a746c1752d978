/** The persons of a schedule, and the part of their libraries that is compared. */

/** A person with an account, books, and a token of one device. */
export interface Person {
  id: string;
  bookId: string;
  /** A second book, which only the other device adds to collections. */
  otherBookId: string;
  token: string;
}

/** The part of a library that a schedule can change, in a form that can be compared. */
export interface Library {
  notes: Record<string, string>;
  highlights: Record<string, string>;
  bookmarks: Record<string, string>;
  page: number | null;
  shelves: Record<string, string>;
  /** Ids of the shelves to which another device has added the second book. */
  otherBookOn: string[];
  rating: number | null;
  /** Id and seconds of each session. */
  sessions: string[];
}

/** What reading devices and other apps have told, and what they know. */
import type { Moment } from './columnTypes.ts';

/** Names by which KOReader calls the file of a book. */
export interface BookDigestsTable {
  book_id: string;
  user_id: string;
  /** MD5 in lower-case hex. */
  digest: string;
  /** 'content': of parts of the uploaded bytes (util.partialMD5). 'name': of a file name that it may have there. */
  kind: 'content' | 'name';
}

/** The last place that a KOReader device said for a document, as it said it; the document may be of no book. */
export interface SyncDocumentsTable {
  user_id: string;
  document: string;
  /** XPointer of an EPUB, page of a PDF. */
  progress: string;
  /** 0..1, by the pages of the device. */
  percentage: number;
  device: string;
  device_id: string;
  /** `updated_at` of the place that it became in the book; null when it became none. */
  place_at: Moment | null;
  updated_at: Moment;
}

/** Which place of a book a device knows; a device is an app password. */
export interface DevicePlacesTable {
  app_password_id: string;
  user_id: string;
  book_id: string;
  /** `updated_at` of the place that it was last told, or made. */
  seen_place_at: Moment | null;
  /** When it last asked for the place. */
  pulled_at: Moment | null;
}

export interface DeviceTables {
  book_digests: BookDigestsTable;
  sync_documents: SyncDocumentsTable;
  device_places: DevicePlacesTable;
}

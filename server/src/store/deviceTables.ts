/** What reading devices and other apps have told, and what they know. */
import type { Flag, Json, Moment } from './columnTypes.ts';

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

/** A file or folder that devices keep by WebDAV. */
export interface DeviceFilesTable {
  id: string;
  user_id: string;
  /** Names joined by '/', without one at either end. */
  path: string;
  /** The path of its folder; '' in the reader's own. */
  parent: string;
  is_folder: Flag;
  /** Bytes; 0 of a folder. */
  size: number;
  /** Changes with the bytes; of a folder '', or what the server has made its files of. */
  etag: string;
  /** What clients have noted: XML elements by `{namespace}name`. */
  properties: Json;
  created_at: Moment;
  modified_at: Moment;
}

/** Bytes of such a file, in pieces. */
export interface DeviceFilePartsTable {
  file_id: string;
  user_id: string;
  seq: number;
  /** Base64. */
  data: string;
}

/** A lock of WebDAV (RFC 4918). */
export interface DeviceLocksTable {
  /** `urn:uuid:…` */
  token: string;
  user_id: string;
  path: string;
  /** 1: on all that is below it, too. */
  is_deep: Flag;
  is_exclusive: Flag;
  /** XML that its client calls itself by. */
  owner: string;
  expires_at: Moment;
}

/** How long a page was read, by the statistics of a device or as they were told to devices. */
export interface PageTimesTable {
  book_id: string;
  user_id: string;
  /** One-based, as the device counts. */
  page: number;
  /** Seconds since 1970. */
  start_time: number;
  /** Seconds. */
  duration: number;
  /** Pages of the book, as the device counts. */
  total_pages: number;
  /** The reading session that it belongs to; one that was deleted is not made again. */
  session_id: string;
  /** 1: of a session of this library, told to devices. */
  is_own: Flag;
}

/** A highlight that a device has sent or was told; the row stays when the highlight is deleted. */
export interface DeviceHighlightsTable {
  highlight_id: string;
  user_id: string;
  book_id: string;
  /** The same for the same words in the book. */
  words_id: string;
  /** XPointers; null where they are not known, or cannot be told. */
  starts: string | null;
  ends: string | null;
  /** 1: `starts` is as a device said it. */
  is_said: Flag;
  /** What the XPointers were made of; '' before they are. */
  made_of: string;
  /** When it came from a device; null for one of this library. */
  taken_at: Moment | null;
  marked_at: Moment;
}

export interface DeviceTables {
  device_highlights: DeviceHighlightsTable;
  device_files: DeviceFilesTable;
  device_file_parts: DeviceFilePartsTable;
  device_locks: DeviceLocksTable;
  page_times: PageTimesTable;
  book_digests: BookDigestsTable;
  sync_documents: SyncDocumentsTable;
  device_places: DevicePlacesTable;
}

/** Data of reading devices and other apps. */
import type { Flag, Json, Moment } from './columnTypes.ts';

/** Digests by which KOReader identifies a book. */
export interface BookDigestsTable {
  book_id: string;
  user_id: string;
  /** MD5 in lower-case hex. */
  digest: string;
  /** 'content': partial MD5 of the file (util.partialMD5). 'name': MD5 of a file name that it may have. */
  kind: 'content' | 'name';
}

/** The latest position that each device has sent for a document, unchanged; the document may match no book. */
export interface SyncDocumentsTable {
  user_id: string;
  document: string;
  /** '' for rows from before 0136. */
  app_password_id: string;
  /** XPointer of an EPUB, page of a PDF. */
  progress: string;
  /** 0..1, by the pages of the device. */
  percentage: number;
  device: string;
  device_id: string;
  /** `updated_at` of the resulting position in the book; '' once another device has moved it; null for none. */
  place_at: Moment | null;
  updated_at: Moment;
}

/** The position that a device (an app password) has last seen in a book. */
export interface DevicePlacesTable {
  app_password_id: string;
  user_id: string;
  book_id: string;
  /** `updated_at` of the position that it last pulled or pushed. */
  seen_place_at: Moment | null;
  /** When it last pulled. */
  pulled_at: Moment | null;
}

/** A file or folder in the user's WebDAV folder. */
export interface DeviceFilesTable {
  id: string;
  user_id: string;
  /** Names joined by '/', without leading or trailing slash. */
  path: string;
  /** Path of its folder; '' for the root. */
  parent: string;
  is_folder: Flag;
  /** In bytes; 0 for a folder. */
  size: number;
  /** Changes with the content; for folders '', or a digest of what the server's files in it were generated from. */
  etag: string;
  /** WebDAV properties: XML elements by `{namespace}name`. */
  properties: Json;
  created_at: Moment;
  modified_at: Moment;
}

/** Content of a file, in parts. */
export interface DeviceFilePartsTable {
  file_id: string;
  user_id: string;
  seq: number;
  /** Base64. */
  data: string;
}

/** A WebDAV lock (RFC 4918). */
export interface DeviceLocksTable {
  /** `urn:uuid:…` */
  token: string;
  user_id: string;
  path: string;
  /** 1 for Depth: infinity. */
  is_deep: Flag;
  is_exclusive: Flag;
  /** The client's description of its owner, XML. */
  owner: string;
  expires_at: Moment;
}

/** How long a page was read: from a device's statistics, or sent to devices. */
export interface PageTimesTable {
  book_id: string;
  user_id: string;
  /** One-based, as the device counts. */
  page: number;
  /** Seconds since 1970. */
  start_time: number;
  /** In seconds. */
  duration: number;
  /** Pages of the book, as the device counts. */
  total_pages: number;
  /** The reading session it belongs to; a deleted session is not created again. */
  session_id: string;
  /** 1 when it comes from a session of this library. */
  is_own: Flag;
}

/** A highlight exchanged with devices; the row stays when the highlight is deleted. */
export interface DeviceHighlightsTable {
  highlight_id: string;
  user_id: string;
  book_id: string;
  /** Hash of the text; equal for the same text in the book. */
  words_id: string;
  /** XPointers; null when unknown or not representable. */
  starts: string | null;
  ends: string | null;
  /** 1 when `starts` comes from a device. */
  is_said: Flag;
  /** Version of the data that the XPointers were computed from; '' before that. */
  made_of: string;
  /** When it came from a device; null for highlights of this library. */
  taken_at: Moment | null;
  marked_at: Moment;
}

/** An import of highlights, notes and bookmarks from a file. */
export interface MarkImportsTable {
  id: string;
  user_id: string;
  name: string;
  /** Marks that it added. */
  marks: number;
  created_at: Moment;
}

/** A mark that came by an import; the row may outlive the mark. */
export interface ImportedMarksTable {
  /** Id of the highlight, note or bookmark. */
  mark_id: string;
  user_id: string;
  import_id: string;
  /** URL that identifies it in files. */
  source_id: string;
  /** Its color in files, if a highlight is shown in another one. */
  color: string | null;
  /** `updated_at` as the import wrote it. */
  updated_at: Moment;
}

export interface DeviceTables {
  mark_imports: MarkImportsTable;
  imported_marks: ImportedMarksTable;
  device_highlights: DeviceHighlightsTable;
  device_files: DeviceFilesTable;
  device_file_parts: DeviceFilePartsTable;
  device_locks: DeviceLocksTable;
  page_times: PageTimesTable;
  book_digests: BookDigestsTable;
  sync_documents: SyncDocumentsTable;
  device_places: DevicePlacesTable;
}

import type { NewBook } from '../../store/schema.ts';

/** Columns that come from the file and cannot be changed by the user. */
export const fileColumns = (file: NewBook) => ({
  sha256: file.sha256,
  format: file.format,
  file_name: file.file_name,
  file_size: file.file_size,
  extra_bytes: file.extra_bytes,
  pack_digest: file.pack_digest ?? null,
  page_count: file.page_count,
  word_count: file.word_count,
  layout: file.layout,
  direction: file.direction,
  opf: file.opf,
  accessibility: file.accessibility,
  file_notes: file.file_notes,
  updated_at: file.updated_at,
});

/**
 * Checks what is read from this browser's database. An older version, an extension or a broken disk may have left
 * something else there; then only that one value is lost.
 */
import type { StoredAction } from '../queue/index.ts';
import type { LecternSchema, StoredUpload } from './database.ts';

type Value<Store extends keyof LecternSchema> = LecternSchema[Store] extends { value: infer V } ? V : never;

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const areTexts = (...values: unknown[]): boolean => values.every((value) => typeof value === 'string');
const areNumbers = (...values: unknown[]): boolean => values.every((value) => Number.isFinite(value));

export function isStoredAction(value: unknown): value is StoredAction {
  const action = fields(value);
  return (
    areTexts(action.id, action.type, action.userId, action.entity) &&
    areNumbers(action.timestamp, action.priority, action.retryCount, action.maxRetries, action.notBefore) &&
    ['pending', 'syncing', 'failed'].includes(String(action.status))
  );
}

export function isStoredUpload(value: unknown): value is StoredUpload {
  const upload = fields(value);
  return (
    areTexts(upload.id, upload.userId, upload.filename) &&
    areNumbers(upload.size, upload.addedAt) &&
    upload.file instanceof Blob &&
    (upload.url === null || typeof upload.url === 'string')
  );
}

export function isStoredMetadata(value: unknown): value is Value<'metadata'> {
  const metadata = fields(value);
  return (
    areTexts(metadata.bookId, metadata.userId, metadata.title) &&
    areNumbers(metadata.cachedAt, metadata.bytes) &&
    typeof metadata.isCached === 'boolean'
  );
}

export function isStoredBook(value: unknown): value is Value<'books'> {
  const { book } = fields(value);
  return areTexts(fields(book).id, fields(book).title, fields(book).author);
}

export function isStoredProgress(value: unknown): value is Value<'reading_progress'> {
  const { progress } = fields(value);
  return areNumbers(fields(progress).percentage) && areTexts(fields(progress).updated_at);
}

export function isStoredNote(value: unknown): value is Value<'notes'> {
  const { note } = fields(value);
  return areTexts(fields(note).id, fields(note).content, fields(note).created_at);
}

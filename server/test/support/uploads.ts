import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import { workFolder } from '../../src/intake/staging/staging.ts';
import type { Services } from '../../src/run/services/services.ts';
import type { UploadsTable } from '../../src/store/schema.ts';
import type { Client } from './client.ts';
import { stagedNames, storedBooks } from './stored.ts';

export interface Uploaded {
  status: number;
  body: Book | ErrorBody;
}

/** Sends a file like a script. */
export async function upload(who: Client, file: Uint8Array, name = 'book.epub'): Promise<Uploaded> {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(file)]), name);
  const response = await who.fetch('/v1/books', { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Book | ErrorBody };
}

/** Sends a file that becomes a book. */
export async function uploadBook(who: Client, file: Uint8Array, name?: string): Promise<Book> {
  const { status, body } = await upload(who, file, name);
  if (status !== 201 && status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as Book;
}

/** Waits until an upload is a book or refused, through a disk that is full for a while. */
export async function finished(queue: Services['ingest'], id: string): Promise<UploadsTable> {
  for (;;) {
    const row = await queue.finished(id).catch((error: { code?: string }) => {
      if (error.code !== 'storage_full') throw error;
    });
    if (row) return row;
  }
}

/**
 * Inserts an upload with its staged bytes.
 * @returns its id
 */
export async function stage(
  { db, config, staging }: Pick<Services, 'db' | 'config' | 'staging'>,
  userId: string,
  file: Uint8Array | null,
  fields: Partial<UploadsTable> = {},
): Promise<string> {
  const id = randomUUID();
  const now = new Date().toISOString();
  await db
    .insertInto('uploads')
    .values({
      id,
      user_id: userId,
      filename: 'book.epub',
      size: file?.length ?? 1,
      state: 'queued',
      progress: 0,
      attempts: 0,
      received: 0,
      book_id: null,
      chosen_file: null,
      duplicate: 0,
      error: null,
      created_at: now,
      updated_at: now,
      ...fields,
    })
    .execute();
  if (file) {
    const path = workFolder(config, id);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file);
    await staging.adopt(id, path);
  }
  return id;
}

/** Names of staged files, and of books with files. */
export async function filesLeft(
  services: Pick<Services, 'blobs' | 'config'>,
): Promise<{ staged: string[]; books: string[] }> {
  return { staged: await stagedNames(services), books: await storedBooks(services) };
}

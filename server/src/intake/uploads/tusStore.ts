import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Services } from '../../run/services/services.ts';
import type { UploadsTable } from '../../store/schema.ts';
import { uploadRow } from './receive.ts';

/**
 * A tus store: bytes are in the staging, metadata in the table of uploads. A complete upload remains known after the
 * ingest, so that a client that lost the last response does not start over.
 */
export class TusStore extends DataStore {
  readonly #services: Pick<Services, 'db' | 'staging'>;
  readonly #onFull: (uploadId: string) => void;

  /** @param onFull called for an upload with all its bytes that was never completed */
  constructor(services: Pick<Services, 'db' | 'staging'>, onFull: (uploadId: string) => void) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
    this.#services = services;
    this.#onFull = onFull;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#services.staging.create(upload.id);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await uploadRow(this.#services.db, id);
    if (row.state !== 'receiving') return asTusUpload(row, row.size);
    const received = await this.#services.staging.size(id);
    if (received === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    if (received === Number(row.size)) this.#onFull(id);
    return asTusUpload(row, received);
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { db, staging } = this.#services;
    const { state, size } = await uploadRow(db, id);
    if (state === 'receiving') return staging.append(id, bytes, offset);
    bytes.resume();
    return size;
  }
}

function asTusUpload(row: UploadsTable, offset: number): Upload {
  return new Upload({
    id: row.id,
    size: row.size,
    offset,
    metadata: { filename: row.filename },
    creation_date: row.created_at,
  });
}

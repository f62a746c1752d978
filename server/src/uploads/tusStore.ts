import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { stagingFolder } from '../jobs/staging.ts';
import type { Services } from '../services.ts';
import type { UploadsTable } from '../store/schema.ts';
import { uploadRow } from './receive.ts';

/**
 * Files of the staging folder, with what is known of them in the table of uploads. An upload whose bytes were all
 * received stays known as complete after the ingest took its file, so that a client whose last answer was lost is not
 * told to begin anew.
 */
export class TusStore extends FileStore {
  readonly #services: Pick<Services, 'config' | 'db'>;
  readonly #onFull: (uploadId: string) => void;

  /** @param onFull told of an upload that is found with all its bytes and was never completed. */
  constructor(services: Pick<Services, 'config' | 'db'>, onFull: (uploadId: string) => void) {
    const describe = async (id: string) => asTusUpload(await uploadRow(services.db, id));
    super({
      directory: stagingFolder(services.config),
      configstore: { get: describe, set: async () => {}, delete: async () => {} },
    });
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
    this.#services = services;
    this.#onFull = onFull;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await uploadRow(this.#services.db, id);
    if (row.state !== 'receiving') return new Upload({ ...asTusUpload(row), offset: row.size });
    const upload = await super.getUpload(id);
    if (upload.offset === row.size) this.#onFull(id);
    return upload;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { state, size } = await uploadRow(this.#services.db, id);
    if (state === 'receiving') return super.write(bytes, id, offset);
    bytes.resume();
    return size;
  }
}

function asTusUpload(row: UploadsTable): Upload {
  return new Upload({
    id: row.id,
    size: row.size,
    offset: 0,
    metadata: { filename: row.filename },
    creation_date: row.created_at,
  });
}

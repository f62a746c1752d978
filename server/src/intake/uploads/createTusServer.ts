import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Server as TusServer, Upload } from '@tus/server';
import type { FastifyBaseLogger } from 'fastify';
import { requireOpenSignIn } from '../../http/api/authenticate.ts';
import { whileAccountExists } from '../../http/api/inRouteQueue.ts';
import { asAppError } from '../../http/errors/errors.ts';
import type { SignedInUser } from '../../http/routing/route.ts';
import { AppError, type ErrorCode } from '../../run/common/errors.ts';
import { runInBackground } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import type { UploadsTable } from '../../store/schema.ts';
import { asUpload, forgetReceiving, ownUpload, removeStaged } from './ownUpload.ts';
import { beginUpload, completeUpload, uploadRow } from './receive.ts';
import { sharedLocker } from './sharedLocker.ts';

export type TusRequest = Parameters<TusServer['handleWeb']>[0];

/** Our error codes for the errors of tus. */
const errorCodes: ReadonlyMap<unknown, ErrorCode> = new Map<unknown, ErrorCode>([
  [ERRORS.INVALID_OFFSET.body, 'conflict'],
  [ERRORS.FILE_NOT_FOUND.body, 'upload_not_found'],
  [ERRORS.FILE_NO_LONGER_EXISTS.body, 'upload_not_found'],
  [ERRORS.ERR_SIZE_EXCEEDED.body, 'file_too_large'],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED.body, 'file_too_large'],
  [ERRORS.UNKNOWN_ERROR.body, 'server_error'],
  [ERRORS.FILE_WRITE_ERROR.body, 'server_error'],
  [ERRORS.ERR_LOCK_TIMEOUT.body, 'conflict'],
]);

/**
 * The tus server at this path.
 * @param senderOf the user of a request; throws when there is none
 */
export function createTusServer(
  services: Services,
  {
    path,
    senderOf,
    log,
  }: { path: string; senderOf(request: TusRequest): SignedInUser; log: FastifyBaseLogger },
): TusServer {
  /** Ids of the uploads created by requests that have not been answered yet. */
  const begun = new WeakMap<TusRequest, string>();
  const forget = async (id: string) => {
    if (await forgetReceiving(services.db, id)) await removeStaged(services, id, log);
  };
  return new TusServer({
    path,
    datastore: new TusStore(services, (id) => {
      runInBackground(() => completeUpload(services, id), log, 'an upload could not be completed');
    }),
    // By default, tus keeps locks in memory.
    ...(services.engine.shared ? { locker: sharedLocker(services) } : {}),
    relativeLocation: true,
    maxSize: services.config.maxUploadBytes,
    allowedOrigins: [],
    namingFunction: () => randomUUID(),
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return;
      const upload = await ownUpload(services.db, senderOf(request).id, id);
      if (request.method !== 'PATCH') return;
      const now = services.now().toISOString();
      await services.db.updateTable('uploads').set({ updated_at: now }).where('id', '=', upload.id).execute();
    },
    onUploadCreate: async (request, { id, size, metadata }) => {
      const user = senderOf(request);
      const upload = {
        id,
        userId: user.id,
        filename: metadata?.filename,
        size: size ?? 0,
        forBook: metadata?.book,
        replaces: metadata?.replaces,
      };
      await whileAccountExists(services, user, () => beginUpload(services, upload));
      begun.set(request, id);
      return {};
    },
    onUploadFinish: async (request, { id }) => {
      // The client will send the file again, so discard what was received, as for a book in one request.
      await requireOpenSignIn(services, senderOf(request)).catch(async (error: unknown) => {
        if (error instanceof AppError) await forget(id);
        throw error;
      });
      const row = await completeUpload(services, id);
      const upload = await asUpload(services.db, services, row, senderOf(request));
      if (upload.error) throw { status_code: upload.error.status, body: JSON.stringify(upload.error) };
      return { status_code: 200, body: JSON.stringify(upload) };
    },
    onResponseError: async (request, error) => {
      const id = begun.get(request);
      // A client whose creation request fails does not know the upload's URL: it would only count as open.
      if (id !== undefined)
        await forget(id).catch((err: unknown) => log.error({ err }, 'an upload could not be deleted'));
      return asTusError(error);
    },
  });
}

/** An error in our format, as tus answers it. */
export function asTusError(error: Error | { status_code: number; body: string }): {
  status_code: number;
  body: string;
} {
  if (!(error instanceof Error) && error.body.startsWith('{')) return error;
  const appError =
    'body' in error ? new AppError(errorCodes.get(error.body) ?? 'malformed_request') : asAppError(error);
  return { status_code: appError.status, body: JSON.stringify(appError.toBody()) };
}

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

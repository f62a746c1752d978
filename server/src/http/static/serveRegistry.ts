import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import { openRegularFile } from '../../run/common/openRegularFile.ts';
import type { Config } from '../../run/config/config.ts';
import { BlobNotFound } from '../../store/blobs/blobs.ts';
import type { Db } from '../../store/db.ts';
import { changedRegistry, type RegistryChanges, registryChanges } from './registryChanges.ts';

/** The registry of remotes as served: its bytes and ETag. */
interface ServedRegistry {
  bytes: Buffer;
  tag: string;
}

/** Written by `npm run deploy` (tools/lib/registry/registryFile.mjs). */
const registryFile = 'remotes.json';
const lastGoodFile = 'remotes.last-good.json';

const tagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No step of a deploy removes the last remote. */
const nothingListed = 'it lists no remotes';

/** What is wrong with a registry; null when it is valid. */
function problemOf(bytes: Buffer): string | null {
  let registry: unknown;
  try {
    registry = JSON.parse(bytes.toString());
  } catch {
    return 'it is no JSON';
  }
  if (!isRecord(registry) || !isRecord(registry.remotes)) return 'it has no list of remotes';
  for (const [name, entry] of Object.entries(registry.remotes)) {
    const current = isRecord(entry) && isRecord(entry.current) ? entry.current : null;
    const described = current && isRecord(current.description) ? current.description.name : null;
    if (described !== name || typeof current?.base !== 'string') return `${name} has no current version`;
  }
  return Object.keys(registry.remotes).length > 0 ? null : nothingListed;
}

/**
 * Reads the registry of remotes. When it is damaged, the last good version is served, from memory or from the backup
 * copy next to it.
 * @param read reads a published file; null when it does not exist
 * @param report called once for each damage
 * @returns null when nothing was published yet. Rejects when the place cannot be reached and nothing was read before.
 */
function createRegistryReader(
  read: ReadPublished,
  report: (message: string, error?: unknown) => void,
): () => Promise<ServedRegistry | null> {
  let last: ServedRegistry | null = null;
  let reported = '';

  function cache(bytes: Buffer): ServedRegistry {
    last = { bytes, tag: tagOf(bytes) };
    return last;
  }

  function logOnce(problem: string, error?: unknown): void {
    if (problem !== reported) report(problem, error);
    reported = problem;
  }

  /** The backup copy of an unusable registry. */
  async function copy(): Promise<ServedRegistry | null> {
    if (last) return last;
    const bytes = await read(lastGoodFile);
    return bytes !== null && problemOf(bytes) === null ? cache(bytes) : null;
  }

  return async () => {
    let bytes: Buffer | null;
    try {
      bytes = await read(registryFile);
    } catch (error) {
      logOnce('The registry of remotes cannot be reached.', error);
      if (last) return last;
      throw error;
    }
    if (bytes !== null && last?.bytes.equals(bytes)) return last;
    const problem = bytes === null ? 'it is not there' : problemOf(bytes);
    if (bytes !== null && problem === null) {
      reported = '';
      return cache(bytes);
    }
    const good = await copy();
    if (good === null && bytes === null) return null;
    // Nothing was published yet.
    if (good === null && bytes !== null && problem === nothingListed) return cache(bytes);
    logOnce(
      `The registry of remotes is damaged: ${problem}. ${good ? 'Its last good copy is served' : 'There is no copy of it'}. ` +
        'npm run deploy -- --repair restores it.',
    );
    if (good === null) throw new Error('The registry of remotes is damaged, and there is no copy of it.');
    return good;
  };
}

/** Whether a path is a file of a remote's version, and not, for example, the history of deployments. */
export const isPublished = (path: string): boolean => /^mf-[a-z0-9-]+\/[^./][^/]*\/./.test(path);

/**
 * GET /remotes.json. It is revalidated on every request.
 * @param read reads a published file; null when it does not exist
 * @param headers additional response headers for a query
 * @param db has what administrators changed in it
 */
export function serveRegistry(
  app: FastifyInstance,
  read: ReadPublished,
  headers: (query: unknown) => Readonly<Record<string, string>>,
  db: Db,
): void {
  let changes: RegistryChanges = { parts: [], orders: [] };
  /** While the database cannot be reached, what was changed before stays so. */
  const shown = async (current: ServedRegistry): Promise<ServedRegistry> => {
    try {
      changes = await registryChanges(db);
    } catch (error) {
      app.log.error({ err: error }, 'What administrators changed in the registry cannot be read.');
    }
    const bytes = changedRegistry(current.bytes, changes);
    return bytes === current.bytes ? current : { bytes, tag: tagOf(bytes) };
  };
  const registry = createRegistryReader(read, (message, error) => app.log.error({ err: error }, message));
  app.get('/remotes.json', { schema: { hide: true } }, async (request, reply) => {
    const published = await registry();
    if (published === null) throw new AppError('not_found');
    const current = await shown(published);
    reply.headers({ ...headers(request.query), 'cache-control': 'no-cache', etag: current.tag });
    const clientTags = String(request.headers['if-none-match'] ?? '').replaceAll('W/', '');
    if (clientTags.split(',').some((tag) => tag.trim() === current.tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(current.bytes);
  });
}

/** Reads a file from the place where remotes are published; null when it does not exist. */
export type ReadPublished = (path: string) => Promise<Buffer | null>;

export async function publishedReader({
  remotesBucket,
  remotesDir,
  dataDir,
}: Pick<Config, 'remotesBucket' | 'remotesDir' | 'dataDir'>): Promise<ReadPublished> {
  if (remotesBucket === null)
    return async (path) => {
      try {
        await using file = await openRegularFile(remotesDir, path);
        return await file.readFile();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    };
  const { bucketBlobs } = await import('../../store/blobs/bucket.ts');
  const bucket = bucketBlobs(remotesBucket, dataDir);
  return async (path) => {
    try {
      return await buffer(await bucket.read(path));
    } catch (error) {
      if (error instanceof BlobNotFound) return null;
      throw error;
    }
  };
}

/** What is read of a version in the registry. The file may contain anything. */
interface ReadVersion {
  description?: {
    version?: unknown;
    team?: unknown;
    contract?: unknown;
    list?: { integrity?: unknown };
    fills?: unknown;
    data?: unknown;
    config?: unknown;
  };
}

/** The registry as it was published. */
export interface PublishedRegistry {
  remotes: Readonly<
    Record<
      string,
      { current?: ReadVersion; previous?: ReadVersion; canary?: ReadVersion & { share?: unknown } }
    >
  >;
  /** A browser refuses a signed one that was changed. */
  isSigned: boolean;
}

/** Reads it; without remotes where it is missing or unreadable, which is reported where it is served. */
export async function readRegistry(config: Config): Promise<PublishedRegistry> {
  const json = await publishedReader(config)
    .then((read) => read(registryFile))
    .then((bytes): unknown => JSON.parse(String(bytes)))
    .catch(() => null);
  const { remotes, signature } = isRecord(json) ? json : {};
  const entries = Object.entries(isRecord(remotes) ? remotes : {}).filter(([, entry]) => isRecord(entry));
  return {
    remotes: Object.fromEntries(entries) as PublishedRegistry['remotes'],
    isSigned: signature !== undefined,
  };
}

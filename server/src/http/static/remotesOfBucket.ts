import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../run/common/errors.ts';
import { BlobNotFound, type Blobs } from '../../store/blobs/blobs.ts';
import { isPublished, serveRegistry } from './serveRegistry.ts';

const year = 'public, max-age=31536000, immutable';
/** Bytes of published files cached in memory: several times the size of all remotes. */
const cacheBytes = 32 * 1024 ** 2;
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Serves remotes from a bucket, which may be private: the registry uncached, files of a version as immutable. While
 * the bucket is unreachable, the last registry is served.
 * @param bucket with the prefix that remotes are published to
 */
export function serveRemotesOfBucket(
  app: FastifyInstance,
  bucket: Pick<Blobs, 'read'>,
  headers: (query: unknown) => Readonly<Record<string, string>>,
): void {
  const bytesOf = async (key: string) => {
    try {
      return await buffer(await bucket.read(key));
    } catch (error) {
      if (error instanceof BlobNotFound) return null;
      throw error;
    }
  };
  const files = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    // Missing files are not cached: they may be published any moment.
    fetchMethod: async (path) => (await bytesOf(path)) ?? undefined,
  });
  serveRegistry(app, bytesOf, headers);

  app.get<{ Params: { '*': string } }>(
    '/remotes/*',
    { schema: { hide: true } },
    async ({ params, headers: { 'accept-encoding': accepted } }, reply) => {
      const path = params['*'];
      if (!isPublished(path)) throw new AppError('not_found');
      // Served precompressed where the client accepts it, else compressed on the fly.
      const small = /\bbr\b/.test(String(accepted ?? '')) ? await files.fetch(`${path}.br`) : undefined;
      const bytes = small ?? (await files.fetch(path));
      if (bytes === undefined) throw new AppError('not_found');
      if (small !== undefined) reply.headers({ 'content-encoding': 'br', vary: 'accept-encoding' });
      return reply
        .header('cache-control', year)
        .type(types[extname(path)] ?? 'application/octet-stream')
        .send(bytes);
    },
  );
}

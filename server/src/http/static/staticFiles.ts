import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isSignedLink } from '../../people/admin/remoteLinks.ts';
import { AppError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { authenticate } from '../api/authenticate.ts';
import { preferred } from '../headers/accepted.ts';
import { type SendDocument, serveDocuments } from '../routing/basePath.ts';
import { isPublished, publishedReader, type ReadPublished, serveRegistry } from './serveRegistry.ts';

const year = 'public, max-age=31536000, immutable';
/** Files with a content hash in their name are immutable. */
const hashed = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/i;

/**
 * Serves the built shell at /, remotes at their versioned URLs under /remotes/, and the registry at /remotes.json.
 * Any other path that could be a page gets the shell.
 */
export async function serveApp(app: FastifyInstance, services: Services): Promise<void> {
  const { publicDir, root, basePath } = services.config;
  const files = existsSync(publicDir) ? readdirSync(publicDir) : [];
  app.addHook('onRequest', async (request) => {
    const matched = request.routeOptions.url?.startsWith(`${root}/`) ?? false;
    if (!matched && isApiPath(request.raw.url ?? '/', root)) await answerUnknownApiPath(services, request);
  });
  const send = serveDocuments(app, publicDir, files, basePath);
  serveLanding(app, files, send);
  await app.register(fastifyStatic, {
    root: publicDir,
    prefix: '/',
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The ETag says it, too.
    lastModified: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', hashed.test(path) ? year : 'no-cache');
    },
  });
  await serveRemotes(app, services);

  app.setNotFoundHandler(async (request, reply) => {
    const url = request.raw.url ?? '/';
    if (!couldBePage(request.method, url) || !files.includes('index.html')) throw new AppError('not_found');
    return send(reply, 'index.html');
  });
}

async function serveRemotes(app: FastifyInstance, { config, db, now }: Services): Promise<void> {
  /** Whether this browser may load other versions than the deployed ones: all, or those of a signed link. */
  const headers = (query: unknown): Record<string, string> => {
    if (config.allowOverrides) return { 'x-lectern-overrides': 'allowed' };
    return isSignedLink(config.secret, query, now()) ? { 'x-lectern-overrides': 'signed' } : {};
  };
  const read = await publishedReader(config);
  if (config.remotesBucket !== null) return serveRemotesOfBucket(app, read, headers, db);
  await app.register(fastifyStatic, {
    root: config.remotesDir,
    prefix: '/remotes/',
    preCompressed: true,
    cacheControl: false,
    // The ETag says it, too.
    lastModified: false,
    decorateReply: false,
    allowedPath: (path) => isPublished(path.slice(1)) && isInside(config.remotesDir, path),
    setHeaders: (reply) => {
      reply.header('cache-control', year);
    },
  });
  serveRegistry(app, read, headers, db);
}

/**
 * Whether a file is where its path says, with its compressed copies. Remotes come from elsewhere, and their symbolic
 * links could point to any file of this machine.
 */
function isInside(folder: string, path: string): boolean {
  const whole = `${realpathSync(folder)}${sep}`;
  return ['', '.br', '.gz'].every((suffix) => {
    const file = join(folder, `${path}${suffix}`);
    return !existsSync(file) || realpathSync(file).startsWith(whole);
  });
}

/** Paths for devices and programs, which would not understand the app's page. */
const notForPages = ['/remotes/', '/opds/', '/kosync/', '/dav/', '/metrics', '/ready', '/health', '/livez'];

function couldBePage(method: string, url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return (
    (method === 'GET' || method === 'HEAD') &&
    !notForPages.some((prefix) => path.startsWith(prefix)) &&
    !/\.[A-Za-z0-9]+$/.test(path)
  );
}

/** Pages prerendered in several languages (landing.<language>.html …), by path. */
const made = { '/': 'landing', '/login': 'login', '/signup': 'signup', '/library': 'library' } as const;

/**
 * Serves the prerendered pages in the browser's language; without such files, the app's page.
 * @param files names of the built files
 */
function serveLanding(app: FastifyInstance, files: readonly string[], send: SendDocument): void {
  for (const [path, name] of Object.entries(made)) {
    const languages = files.flatMap((file) => {
      const [own, language, ending] = file.split('.');
      return own === name && language && ending === 'html' ? [language] : [];
    });
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      const wanted = preferred(request.headers['accept-language'] ?? '', languages);
      const file = wanted === null ? 'index.html' : `${name}.${wanted}.html`;
      reply.header('cache-control', 'no-cache').header('vary', 'Accept-Language');
      return files.includes(file) ? send(reply, file) : reply.callNotFound();
    });
  }
}

/**
 * Unknown paths below the API's root get 404. Unusual spellings (double or encoded slashes, dots, case) may stand for
 * a real path, so unauthenticated clients get 401, as they would there.
 */
async function answerUnknownApiPath(services: Services, request: FastifyRequest): Promise<never> {
  const path = (request.raw.url ?? '').split('?')[0] ?? '';
  if (!isPlain(path)) await authenticate(services, request);
  throw new AppError('not_found');
}

function isPlain(path: string): boolean {
  return /^(\/[a-z0-9_~-][a-z0-9._~-]*)*\/?$/.test(path);
}

/** Whether a URL refers to something below the API's root, however it is spelled. */
function isApiPath(url: string, root: string): boolean {
  const slashes = (url.split('?')[0] ?? '').replaceAll(/%2f|%5c|\\/gi, '/').replaceAll(/\/+/g, '/');
  const base = 'http://localhost';
  const path = URL.canParse(slashes, base)
    ? new URL(slashes, base).pathname.toLowerCase()
    : slashes.toLowerCase();
  return path === root.toLowerCase() || path.startsWith(`${root.toLowerCase()}/`);
}

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
 * @param read from the bucket
 */
function serveRemotesOfBucket(
  app: FastifyInstance,
  read: ReadPublished,
  headers: (query: unknown) => Readonly<Record<string, string>>,
  db: Db,
): void {
  const files = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    // Missing files are not cached: they may be published any moment.
    fetchMethod: async (path) => (await read(path)) ?? undefined,
  });
  serveRegistry(app, read, headers, db);

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

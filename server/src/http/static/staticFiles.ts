import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSignedLink } from '../../people/admin/remoteLinks.ts';
import { AppError } from '../../run/common/errors.ts';
import { openRegularFile } from '../../run/common/openRegularFile.ts';
import type { Services } from '../../run/services/services.ts';
import { authenticate } from '../api/authenticate.ts';
import { preferred } from '../headers/accepted.ts';
import { type SendDocument, serveDocuments } from '../routing/basePath.ts';
import { serveRemotesOfBucket } from './remotesOfBucket.ts';
import { isPublished, serveRegistry } from './serveRegistry.ts';

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

async function serveRemotes(app: FastifyInstance, { config, now }: Services): Promise<void> {
  /** Whether this browser may load other versions than the deployed ones: all, or those of a signed link. */
  const headers = (query: unknown): Record<string, string> => {
    if (config.allowOverrides) return { 'x-lectern-overrides': 'allowed' };
    return isSignedLink(config.secret, query, now()) ? { 'x-lectern-overrides': 'signed' } : {};
  };
  if (config.remotesBucket !== null) {
    const { bucketBlobs } = await import('../../store/blobs/bucket.ts');
    return serveRemotesOfBucket(app, bucketBlobs(config.remotesBucket, config.dataDir), headers);
  }
  await app.register(fastifyStatic, {
    root: config.remotesDir,
    prefix: '/remotes/',
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    allowedPath: (path) => isPublished(path.slice(1)) && isInside(config.remotesDir, path),
    setHeaders: (reply) => {
      reply.header('cache-control', year);
    },
  });
  serveRegistry(app, (path) => readOrNull(config.remotesDir, path), headers);
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

/** The content of a file; null when it does not exist. */
async function readOrNull(folder: string, path: string): Promise<Buffer | null> {
  try {
    await using file = await openRegularFile(folder, path);
    return await file.readFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
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
const made = { '/': 'landing', '/login': 'login', '/signup': 'signup' } as const;

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

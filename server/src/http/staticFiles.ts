import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isSignedLink } from '../admin/remoteLinks.ts';
import { AppError } from '../common/errors.ts';
import { serveDocuments } from '../routing/basePath.ts';
import type { Services } from '../services/services.ts';
import { serveLanding } from './landing.ts';
import { serveRemotesOfBucket } from './remotesOfBucket.ts';
import { isPublished, serveRegistry } from './serveRegistry.ts';
import { answerUnknownApiPath, meansApi } from './unknownPaths.ts';

const year = 'public, max-age=31536000, immutable';
/** A file that has a hash of its bytes in its name never changes. */
const hashed = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/i;

/**
 * The pages of the app: the built shell at /, remotes at their versioned addresses under /remotes/, the registry at
 * /remotes.json. Any other path that could be a page is the shell's to say something about.
 */
export async function serveApp(app: FastifyInstance, services: Services): Promise<void> {
  const { publicDir, root, basePath } = services.config;
  const files = existsSync(publicDir) ? readdirSync(publicDir) : [];
  app.addHook('onRequest', async (request) => {
    const matched = request.routeOptions.url?.startsWith(`${root}/`) ?? false;
    if (!matched && meansApi(request.raw.url ?? '/', root)) await answerUnknownApiPath(services, request);
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
  /** Whether this browser may have others than the deployed versions: all, or those of a link that was signed. */
  const headers = (query: unknown): Record<string, string> => {
    if (config.allowOverrides) return { 'x-lectern-overrides': 'allowed' };
    return isSignedLink(config.secret, query, now()) ? { 'x-lectern-overrides': 'signed' } : {};
  };
  if (config.remotesBucket !== null) {
    const { bucketBlobs } = await import('../blobs/bucket.ts');
    return serveRemotesOfBucket(app, bucketBlobs(config.remotesBucket, config.dataDir), headers);
  }
  await app.register(fastifyStatic, {
    root: config.remotesDir,
    prefix: '/remotes/',
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    allowedPath: (path) => isPublished(path.slice(1)),
    setHeaders: (reply) => {
      reply.header('cache-control', year);
    },
  });
  serveRegistry(app, (path) => readOrNull(join(config.remotesDir, path)), headers);
}

/** A file's bytes; null when it is not there. */
async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Where devices and programs ask, who would take the app's page for an answer. */
const notForPages = ['/remotes/', '/opds/', '/kosync/', '/dav/', '/metrics', '/ready', '/health', '/livez'];

function couldBePage(method: string, url: string): boolean {
  const path = url.split('?')[0] ?? '';
  return (
    (method === 'GET' || method === 'HEAD') &&
    !notForPages.some((prefix) => path.startsWith(prefix)) &&
    !/\.[A-Za-z0-9]+$/.test(path)
  );
}

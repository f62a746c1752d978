import type { FastifyInstance } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import { createRegistryReader } from './registryReader.ts';

/** Whether a path is a file of a remote's version, and not, for example, the history of deployments. */
export const isPublished = (path: string): boolean => /^mf-[a-z0-9-]+\/[^./][^/]*\/./.test(path);

/**
 * GET /remotes.json. It is revalidated on every request.
 * @param read reads a published file; null when it does not exist
 * @param headers additional response headers for a query
 */
export function serveRegistry(
  app: FastifyInstance,
  read: (path: string) => Promise<Buffer | null>,
  headers: (query: unknown) => Readonly<Record<string, string>>,
): void {
  const registry = createRegistryReader(read, (message, error) => app.log.error({ err: error }, message));
  app.get('/remotes.json', { schema: { hide: true } }, async (request, reply) => {
    const current = await registry();
    if (current === null) throw new AppError('not_found');
    reply.headers({ ...headers(request.query), 'cache-control': 'no-cache', etag: current.tag });
    const clientTags = String(request.headers['if-none-match'] ?? '').replaceAll('W/', '');
    if (clientTags.split(',').some((tag) => tag.trim() === current.tag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(current.bytes);
  });
}

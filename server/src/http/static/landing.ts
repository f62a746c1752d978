import type { FastifyInstance } from 'fastify';
import { preferred } from '../headers/preferredLanguage.ts';
import type { SendDocument } from '../routing/basePath.ts';

/** Pages prerendered in several languages (landing.<language>.html …), by path. */
const made = { '/': 'landing', '/login': 'login', '/signup': 'signup' } as const;

/**
 * Serves the prerendered pages in the browser's language; without such files, the app's page.
 * @param files names of the built files
 */
export function serveLanding(app: FastifyInstance, files: readonly string[], send: SendDocument): void {
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

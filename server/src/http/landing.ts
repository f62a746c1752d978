import type { FastifyInstance } from 'fastify';
import type { SendDocument } from '../routing/basePath.ts';

/** Pages that are made at build in several languages (landing.<language>.html …), by address. */
const made = { '/': 'landing', '/login': 'login', '/signup': 'signup', '/library': 'library' } as const;

/**
 * These pages in the language that the browser asks for. Without such files it is the app's own page, as at every other
 * address.
 * @param files names of those that were built
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

/**
 * The language of `offered` that a browser likes best, English when it likes none, null when there is nothing.
 * @param header Accept-Language (RFC 9110, 12.5.4)
 */
export function preferred(header: string, offered: readonly string[]): string | null {
  const wishes = header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = Number(
        parameters
          .find((one) => one.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { tag: tag.toLowerCase(), weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wishes) {
    const whole = offered.find((language) => language.toLowerCase() === tag);
    const part = offered.find((language) => language.toLowerCase().split('-')[0] === tag.split('-')[0]);
    const found = whole ?? part;
    if (found !== undefined) return found;
  }
  return offered.find((language) => language === 'en') ?? offered[0] ?? null;
}

import type { FastifyRequest } from 'fastify';

/** Picks the language of a request. The app sends the user's, a browser its own. */
export const languageOf = (request: FastifyRequest, offered: readonly string[]): string =>
  preferred(request.headers['accept-language'] ?? '', offered) ?? 'en';

/**
 * Picks from `offered` by Accept-Language (RFC 9110, 12.5.4). When none matches: English, or else the first one.
 * @param header empty when there is none
 * @returns null when nothing is offered
 */
export function preferred(header: string, offered: readonly string[]): string | null {
  const accepted = header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = Number(
        parameters
          .find((parameter) => parameter.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { tag: tag.toLowerCase(), weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of accepted) {
    const whole = offered.find((language) => language.toLowerCase() === tag);
    const part = offered.find((language) => language.toLowerCase().split('-')[0] === tag.split('-')[0]);
    const language = whole ?? part;
    if (language !== undefined) return language;
  }
  return offered.find((language) => language === 'en') ?? offered[0] ?? null;
}

import type { FastifyRequest } from 'fastify';

/** What a request accepts, in lower case, best first (RFC 9110, 12.4.2). What it refuses is left out. */
export const accepted = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 1_000)
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      return { value, weight: Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ value }) => value);

/** Picks the language of a request. The app sends the user's, a browser its own. */
export const languageOf = (request: FastifyRequest, offered: readonly string[]): string =>
  preferred(request.headers['accept-language'] ?? '', offered) ?? 'en';

/**
 * Picks from `offered` by Accept-Language (RFC 9110, 12.5.4). When none matches: English, or else the first one.
 * @param header empty when there is none
 * @returns null when nothing is offered
 */
export function preferred(header: string, offered: readonly string[]): string | null {
  for (const tag of accepted(header)) {
    const whole = offered.find((language) => language.toLowerCase() === tag);
    const part = offered.find((language) => language.toLowerCase().split('-')[0] === tag.split('-')[0]);
    const language = whole ?? part;
    if (language !== undefined) return language;
  }
  return offered.find((language) => language === 'en') ?? offered[0] ?? null;
}

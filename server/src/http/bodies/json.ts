import type { FastifyInstance } from 'fastify';
import { AppError } from '../../run/common/errors.ts';

/** Reading many small values takes far longer than their bytes do. The largest bodies are lists of 100,000 ids. */
const maxValues = 150_000;
const deepest = 64;

/** Parses JSON bodies. Empty bodies are allowed; deep nesting, too many values and __proto__ are not. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text.length === 0) return done(null, undefined);
    if (isTooComplex(text, maxValues)) return done(new AppError('malformed_request'));
    if (request.headers['idempotency-key'] !== undefined) request.sentBody = text;
    return parse(request, text, done);
  });
}

/**
 * Whether JSON is nested too deeply or has more than `most` values. Counts brackets and commas outside of strings; the
 * parser checks the syntax.
 */
function isTooComplex(text: string, most: number): boolean {
  let depth = 0;
  let values = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest || ++values > most) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2c && ++values > most) return true;
  }
  return false;
}

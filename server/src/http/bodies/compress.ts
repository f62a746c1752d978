import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { accepted } from '../headers/accepted.ts';

const [gzip, brotli] = [promisify(zlib.gzip), promisify(zlib.brotliCompress)];
const compressible =
  /^(text\/(?!event-stream)|application\/(javascript|([\w.-]+\+)?(json|xml))|image\/svg\+xml)/;
const minBytes = 1_400;
const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Compresses text responses that were not compressed at build time. Excluded are sign-in responses, whose secrets
 * could be guessed from the compressed length (BREACH), and event streams, which must not be buffered.
 */
export function compressAnswers(app: FastifyInstance, exceptBelow: string): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (!compressible.test(type) || reply.getHeader('content-encoding') !== undefined) return payload;
    if (request.method === 'HEAD' || reply.statusCode === 206 || request.url.startsWith(exceptBelow))
      return payload;
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (isText && Buffer.byteLength(payload) < minBytes) return payload;
    if (!isText && !(payload instanceof Readable)) return payload;
    reply.header('vary', addTo(reply.getHeader('vary'), 'accept-encoding'));
    const encodings = accepted(String(request.headers['accept-encoding'] ?? ''));
    const encoding = (['br', 'gzip'] as const).find((each) => encodings.includes(each));
    if (encoding === undefined) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    const tag = reply.getHeader('etag');
    if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
    if (isText) return compressOnce(payload, encoding);
    const squeeze = encoding === 'br' ? zlib.createBrotliCompress(brotliOptions) : zlib.createGzip();
    payload.once('error', (error) => squeeze.destroy(error));
    return payload.pipe(squeeze);
  });
}

function addTo(vary: number | string | string[] | undefined, name: string): string {
  const names = vary === undefined ? [] : String(vary).split(/\s*,\s*/);
  return names.some((existing) => existing.toLowerCase() === name)
    ? names.join(', ')
    : [...names, name].join(', ');
}

/** Buffers that are sent again, such as the registry of remotes: the work is done for the first request. */
const compressed = new WeakMap<Buffer, Partial<Record<'br' | 'gzip', Promise<Buffer>>>>();

/** Compresses a text. A buffer is compressed once for each encoding, for as long as it is held. */
export function compressOnce(text: string | Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const compress = () => (encoding === 'br' ? brotli(text, brotliOptions) : gzip(text));
  if (typeof text === 'string') return compress();
  const byEncoding = compressed.get(text) ?? {};
  compressed.set(text, byEncoding);
  byEncoding[encoding] ??= compress();
  return byEncoding[encoding];
}

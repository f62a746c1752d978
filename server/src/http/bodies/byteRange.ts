import type { FastifyRequest } from 'fastify';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Whether a list of entity tags (If-None-Match) contains this one. Weak comparison. */
export const hasTag = (header: string | undefined, tag: string) =>
  (header ?? '')
    .split(',')
    .map((etag) => etag.trim().replace(/^W\//, ''))
    .some((etag) => etag === tag || etag === '*');

/**
 * The single range that a GET asks for (RFC 9110, 14). Multiple ranges are answered with the whole.
 * @param tag the entity tag, for If-Range
 */
export function rangeOf(
  { method, headers }: FastifyRequest,
  tag: string,
  length: number,
): ByteRange | 'beyond' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers.range ?? '');
  const condition = headers['if-range'];
  if (method !== 'GET' || !match || (match[1] === '' && match[2] === '')) return null;
  if (condition !== undefined && condition !== tag) return null;
  if (match[1] === '') {
    const last = Math.min(length, Number(match[2]));
    return last === 0 ? 'beyond' : { start: length - last, end: length - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? length - 1 : Math.min(length - 1, Number(match[2]));
  // A last byte before the first one makes the range invalid, and it is ignored.
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= length ? 'beyond' : { start, end };
}

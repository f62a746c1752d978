import { createHmac, timingSafeEqual } from 'node:crypto';

/** A set of published versions, signed by an administrator and carried in the URL of a link. */
export interface RemoteLink {
  /** For example 'mf-reader@1.2.0,mf-search@previous'. */
  remotes: string;
  /** Expiry, ISO 8601. */
  until: string;
  signature: string;
}

const signatureOf = (secret: string, remotes: string, until: string): string =>
  createHmac('sha256', secret).update(`remote link\n${remotes}\n${until}`).digest('base64url');

export const signRemoteLink = (secret: string, remotes: string, until: string): RemoteLink => ({
  remotes,
  until,
  signature: signatureOf(secret, remotes, until),
});

/**
 * Whether the link was signed by an administrator of this library and has not expired.
 * @param raw the query string as received
 */
export function isSignedLink(secret: string, raw: unknown, now: Date): boolean {
  const { remotes, until, signature } = (raw ?? {}) as Partial<Record<keyof RemoteLink, unknown>>;
  if (typeof remotes !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return false;
  if (!(Date.parse(until) > now.getTime())) return false;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(secret, remotes, until))];
  return given.length === right.length && timingSafeEqual(given, right);
}

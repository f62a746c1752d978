import { createHmac, timingSafeEqual } from 'node:crypto';

/** A mix of published versions that an administrator has signed, as it stands in the address of a link. */
export interface RemoteLink {
  /** 'mf-reader@1.2.0,mf-search@previous' */
  remotes: string;
  /** ISO 8601: not valid after it. */
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

/** Whether an administrator of this library has signed it, and it is still valid. @param raw as it was asked for */
export function isSignedLink(secret: string, raw: unknown, now: Date): boolean {
  const { remotes, until, signature } = (raw ?? {}) as Partial<Record<keyof RemoteLink, unknown>>;
  if (typeof remotes !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return false;
  if (!(Date.parse(until) > now.getTime())) return false;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(secret, remotes, until))];
  return given.length === right.length && timingSafeEqual(given, right);
}

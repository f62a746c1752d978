import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const quarterHour = 900;

/** Limits by network address, or by address and account. */
export const authLimits = {
  login: { tries: 10, seconds: quarterHour },
  loginFromAddress: { tries: 100, seconds: quarterHour },
  /** A network from which the user has signed in before is not affected by failures of others. */
  loginKnown: { tries: 1, seconds: 30 * 24 * 3600 },
  register: { tries: 300, seconds: 3600 },
  registerTaken: { tries: 10, seconds: quarterHour },
  /** By network and account: a stranger cannot use up a reader's own. */
  reset: { tries: 5, seconds: 3600 },
  /** Mails to one address from networks where its reader has not signed in. Beyond that, nothing is sent. */
  resetMails: { tries: 20, seconds: 3600 },
  resetFromAddress: { tries: 20, seconds: quarterHour },
  passkeyOptions: { tries: 300, seconds: quarterHour },
  passkey: { tries: 30, seconds: quarterHour },
  password: { tries: 10, seconds: quarterHour },
  /** Codes mailed for a reader, and to one address whoever asks. */
  sendCodes: { tries: 10, seconds: 3600 },
  sendCodesToAddress: { tries: 5, seconds: 3600 },
  sendCodeTries: { tries: 10, seconds: quarterHour },
} as const;

/**
 * The network of a client, for rate limits: an IPv4 address, or the /64 prefix of an IPv6 address, which is one
 * household. Normalized, so that every spelling gives the same text.
 */
export function networkOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIPv6(ip)) return ip;
  const groups = groupsOf(ip);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): number[] {
  // The URL parser converts a trailing IPv4 address to two groups and drops leading zeros.
  const written = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = written.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [parse(head), parse(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

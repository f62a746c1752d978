import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const quarterHour = 900;

/** How often one may try, each per address of the network, or per address and account. */
export const authLimits = {
  login: { tries: 10, seconds: quarterHour },
  loginFromAddress: { tries: 100, seconds: quarterHour },
  register: { tries: 300, seconds: 3600 },
  registerTaken: { tries: 10, seconds: quarterHour },
  reset: { tries: 5, seconds: 3600 },
  resetFromAddress: { tries: 20, seconds: quarterHour },
  password: { tries: 10, seconds: quarterHour },
} as const;

/** Who is on the other end, for counting: an IPv6 network of /64 is one household. */
export function networkOf(request: Pick<FastifyRequest, 'ip'>): string {
  return isIPv6(request.ip) && !request.ip.startsWith('::ffff:')
    ? request.ip.split(':').slice(0, 4).join(':')
    : request.ip;
}

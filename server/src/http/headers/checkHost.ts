import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import type { Config } from '../../run/config/config.ts';

/**
 * Refuses requests whose Host is not this library's: with DNS rebinding, the page of another site could otherwise reach
 * a library at home as its own origin. Without LECTERN_ORIGIN, it only warns, once.
 */
export function checkHost(app: FastifyInstance, { origin }: Pick<Config, 'origin'>): void {
  const own = origin === null ? null : hostnameOf(new URL(origin).host);
  let isWarned = false;
  app.addHook('onRequest', async (request) => {
    if (hostLines(request) > 1) throw new AppError('malformed_request');
    // Behind a trusted proxy, the host that it was asked for (X-Forwarded-Host).
    const hostname = hostnameOf(request.host);
    if (hostname === null) throw new AppError('malformed_request');
    if (hostname === own || isLoopbackName(hostname) || isOwnAddress(hostname)) return;
    if (own !== null) throw new AppError('misdirected_request');
    if (isWarned) return;
    isWarned = true;
    app.log.warn(
      { host: hostname },
      'a request names a host, and LECTERN_ORIGIN is not set: set it to the address that readers use, so that other hosts are refused',
    );
  });
}

/** Lines of Host in the request; Node keeps only the first one. */
function hostLines({ raw: { rawHeaders } }: FastifyRequest): number {
  let lines = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') lines += 1;
  return lines;
}

/** Without port, brackets and a final dot; null when it is no host. HTTP/1.0 requests have none: ''. */
function hostnameOf(host: string): string | null {
  if (host === '') return '';
  if (/[\s/\\@?#,]/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$|\.$/g, '');
}

const isLoopbackName = (hostname: string) =>
  hostname === '' || hostname === 'localhost' || hostname.endsWith('.localhost');

/** No name leads to these addresses: loopback, home networks and link-local ones. */
const privateAddresses = new BlockList();
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateAddresses.addSubnet(address, prefix, 'ipv4');
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/** An address of this machine, or a private one: behind the ports of a container, its own is not known. */
function isOwnAddress(hostname: string): boolean {
  const family = isIP(hostname);
  if (family === 0) return false;
  if (privateAddresses.check(hostname, family === 6 ? 'ipv6' : 'ipv4')) return true;
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === hostname),
  );
}

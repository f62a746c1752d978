import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../run/common/errors.ts';
import { isPublicAddress } from '../../run/common/publicAddress.ts';
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

/** An address of this machine, or a private one: behind the ports of a container, its own is not known. */
const isOwnAddress = (hostname: string): boolean =>
  isIP(hostname) !== 0 &&
  (!isPublicAddress(hostname) ||
    Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === hostname)));

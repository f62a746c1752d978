import { lookup as lookUp } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** A URL that the server refuses to request: it is not public, or redirects. */
export class RefusedAddress extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RefusedAddress';
  }
}

export interface GuardOptions {
  /** An origin that may be private and without TLS, configured by the operator. */
  trustedOrigin?: string;
  /** DNS lookup; the system's by default. */
  lookup?: typeof lookUp;
  /** Of an answer; 1 MB by default. */
  maxBytes?: number;
  /** Milliseconds for a whole request; 10,000 by default. */
  timeLimit?: number;
  /** Answers with a redirect, which the caller decides about, instead of refusing it. */
  answersRedirects?: boolean;
}

const usualTimeLimit = 10_000;
const usualBytes = 1024 ** 2;

interface GuardedRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * A fetch for URLs from users: https only, public addresses only (checked when connecting, against DNS rebinding), no
 * redirects, at most 1 MB and 10 s unless the options say otherwise. Rejects with RefusedAddress [AE-01].
 */
export function guardedFetch({
  trustedOrigin,
  lookup = lookUp,
  maxBytes = usualBytes,
  timeLimit = usualTimeLimit,
  answersRedirects = false,
}: GuardOptions = {}) {
  return async (address: string, { method = 'GET', headers = {}, body, signal }: GuardedRequest = {}) => {
    const url = new URL(address);
    const trusted = url.origin === trustedOrigin;
    if (url.protocol !== 'https:' && !(trusted && url.protocol === 'http:'))
      throw new RefusedAddress(`Only https is asked, not ${url.protocol}//`);
    if (url.username || url.password) throw new RefusedAddress('There is a password in the address.');
    // The URL parser has normalized decimal, octal and hexadecimal addresses.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!trusted && isIP(host) !== 0 && !isPublicAddress(host)) throw refusedHost(host);
    const sent = body === undefined || body === null ? undefined : String(body);

    return new Promise<Response>((resolve, reject) => {
      const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
      const outgoing = ask(
        url,
        {
          method,
          headers: {
            ...headers,
            ...(sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) }),
          },
          // A new connection: a kept one may have been checked for another host.
          agent: false,
          lookup: trusted ? lookup : onlyPublic(lookup),
          signal: AbortSignal.any([AbortSignal.timeout(timeLimit), ...(signal ? [signal] : [])]),
        },
        (incoming) => {
          const { statusCode: status = 0 } = incoming;
          const refuse = (reason: string) => {
            incoming.destroy();
            reject(new RefusedAddress(`${host} ${reason}`));
          };
          if (status >= 300 && status < 400 && !answersRedirects) return refuse('leads elsewhere.');
          // A Response cannot have such a status.
          if (status < 200 || status > 599) return refuse(`answers with the status ${status}.`);
          const chunks: Buffer[] = [];
          let bytes = 0;
          incoming.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            bytes += chunk.length;
            if (bytes > maxBytes) incoming.destroy(new RefusedAddress(`${host} says too much.`));
          });
          incoming.on('error', reject);
          incoming.on('end', () => {
            const answerHeaders = new Headers();
            for (const [name, value] of Object.entries(incoming.headers))
              for (const item of [value ?? []].flat()) answerHeaders.append(name, item);
            const empty = status === 204 || status === 205 || status === 304;
            resolve(new Response(empty ? null : Buffer.concat(chunks), { status, headers: answerHeaders }));
          });
        },
      );
      outgoing.on('error', reject);
      // After 101 Switching Protocols there is no error event. After a complete answer this has no effect.
      outgoing.on('close', () => reject(new Error(`${host} closed the connection without an answer.`)));
      outgoing.end(sent);
    });
  };
}

const refusedHost = (host: string) => new RefusedAddress(`${host} is not of the open Internet.`);

/** Fails unless every address of a host is public; the connection uses the addresses that were checked. */
function onlyPublic(lookup: typeof lookUp): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const inside = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (inside || !first) return callback(refusedHost(hostname), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

/** Non-public ranges of IPv4 (IANA's special-purpose registry, RFC 6890). */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Non-public ranges within 2000::/3, the only allocated one. */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, prefix] of special4) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of special6) special.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address is public, and not this machine, its network or a service inside a data center.
 * @param address a normalized IP address; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

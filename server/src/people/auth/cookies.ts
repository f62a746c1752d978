import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { apiPathOf } from '../../http/routing/ownOrigin.ts';
import type { Config } from '../../run/config/config.ts';

type OwnCookie = { name: string; options: CookieSerializeOptions };

/**
 * A cookie that no script can read. Over TLS its name has the prefix __Host-, which binds it to this host and requires
 * the path /; over plain HTTP (localhost) it is sent to the routes below `path` only. LECTERN_ORIGIN counts even when
 * the proxy is not trusted, since cookies would otherwise be sent over plain HTTP.
 * @param sameSite 'lax' for one that is needed when a provider redirects back
 * @param path of the API
 */
export function ownCookie(
  request: FastifyRequest,
  config: Config,
  { name, sameSite, path }: { name: string; sameSite: 'strict' | 'lax'; path: string },
): OwnCookie {
  const secure = config.origin?.startsWith('https://') === true || request.protocol === 'https';
  return {
    name: secure ? `__Host-${name}` : name,
    options: { httpOnly: true, sameSite, secure, path: secure ? '/' : apiPathOf(config) + path },
  };
}

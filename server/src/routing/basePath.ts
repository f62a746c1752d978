import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../common/errors.ts';

/**
 * Lectern below a path of a site, as at https://example.org/books/ (LECTERN_BASE_PATH=/books). Routes do not know it:
 * it is taken from the address of a request before a route is looked for, and put before the addresses in answers by
 * apiPathOf and ownAddressOf; here that is done for files that were built without it.
 */

/**
 * The address of a request as the routes know it. One without the base path is taken as it is: there are proxies that
 * take the path away themselves, and monitors that ask this process itself.
 */
export const withoutBasePath =
  (basePath: string) =>
  ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
    if (url.startsWith(`${basePath}/`)) return url.slice(basePath.length);
    return url === basePath || url.startsWith(`${basePath}?`) ? `/${url.slice(basePath.length)}` : url;
  };

/** '/books' leads to '/books/': the service worker is responsible for what is below that. */
export function redirectToBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return;
  app.addHook('onRequest', async (request, reply) => {
    const [path, query] = request.originalUrl.split('?');
    if (path === basePath) return reply.redirect(`${basePath}/${query ? `?${query}` : ''}`, 308);
    return undefined;
  });
}

/** Addresses in catalogs (OPDS) and in answers of WebDAV, all of which stand in one of these places. */
const addressesOfDevices = /("href":"|href="|<D:href>)(?=\/(?!\/))/g;

/** Puts the base path before the addresses in answers to devices. Before hooks that compress answers. */
export function prefixAddressesForDevices(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return;
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isText || !/^\/(opds|dav)(\/|\?|$)/.test(request.url)) return payload;
    if (!/json|xml/.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    reply.removeHeader('content-length');
    return Buffer.from(payload.toString().replace(addressesOfDevices, `$1${basePath}`));
  });
}

const typesOfDocuments: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Sends a page of the built shell, or its manifest. */
export type SendDocument = (reply: FastifyReply, file: string) => Promise<FastifyReply>;

/**
 * Documents of the built shell, in which the base path stands before every address of this host.
 * @param files names in `folder`, each of which is served at its name
 */
export function serveDocuments(
  app: FastifyInstance,
  folder: string,
  files: readonly string[],
  basePath: string,
): SendDocument {
  if (basePath === '') return async (reply, file) => reply.sendFile(file, folder);
  const read = new Map<string, Promise<string>>();
  const documentOf = (file: string) => {
    const known =
      read.get(file) ?? readFile(join(folder, file), 'utf8').then((text) => placed(file, text, basePath));
    read.set(file, known);
    return known;
  };
  const send: SendDocument = async (reply, file) => {
    if (!existsSync(join(folder, file))) throw new AppError('not_found');
    return reply
      .header('cache-control', 'no-cache')
      .type(typesOfDocuments[extname(file)] ?? 'text/plain')
      .send(await documentOf(file));
  };
  for (const file of files.filter((name) => extname(name) in typesOfDocuments))
    app.get(`/${file}`, { schema: { hide: true } }, (_, reply) => send(reply, file));
  return send;
}

/**
 * A document with the base path before its addresses, and in a `meta` that the app reads
 * (client/src/common/basePath.ts).
 */
function placed(file: string, text: string, basePath: string): string {
  if (extname(file) === '.webmanifest')
    return text.replaceAll(/: "\/(?!\/)/g, (start) => `${start.slice(0, -1)}${basePath}/`);
  return text
    .replaceAll(/\b(href|src|content)="\/(?!\/)/g, (start) => `${start.slice(0, -1)}${basePath}/`)
    .replace(
      '<meta name="lectern-server"',
      `<meta name="lectern-base" content="${basePath}"><meta name="lectern-server"`,
    );
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../run/common/errors.ts';

/**
 * Serves Lectern below a path, such as https://example.org/books/ (LECTERN_BASE_PATH=/books). Routes do not know
 * about it: it is stripped from request URLs, and added to URLs in responses by apiPathOf and ownAddressOf. This file
 * adds it to files that were built without it.
 */

/**
 * Strips the base path from a request URL. URLs without it are accepted: some proxies strip it themselves, and
 * monitors access this process directly.
 */
export const withoutBasePath =
  (basePath: string) =>
  ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
    if (basePath === '') return url;
    if (url.startsWith(`${basePath}/`)) return url.slice(basePath.length);
    return url === basePath || url.startsWith(`${basePath}?`) ? `/${url.slice(basePath.length)}` : url;
  };

/** Apps append slashes to the addresses of a catalog and of KOReader's server. */
export const withoutTrailingSlash = (url: string): string =>
  url.replace(/^(\/(?:opds|kosync)\/[^?]*[^?/])\/+(?=$|\?)/, '$1');

/** Redirects '/books' to '/books/', which is the scope of the service worker. */
export function redirectToBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return;
  app.addHook('onRequest', async (request, reply) => {
    const [path, query] = request.originalUrl.split('?');
    if (path === basePath) return reply.redirect(`${basePath}/${query ? `?${query}` : ''}`, 308);
    return undefined;
  });
}

/** Matches all URLs in OPDS catalogs and WebDAV responses. */
const addressesOfDevices = /("href":"|href="|<D:href>)(?=\/(?!\/))/g;

/** Adds the base path to URLs in responses to devices. Register it before compression. */
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
 * Serves documents of the built shell, with the base path added to every local URL.
 * @param files names in `folder`, each served under its name
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
    const document =
      read.get(file) ?? readFile(join(folder, file), 'utf8').then((text) => placed(file, text, basePath));
    read.set(file, document);
    return document;
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

/** Adds the base path to the URLs of a document, and as a `meta` for the app (client/src/common/basePath.ts). */
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

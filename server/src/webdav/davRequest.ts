import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, DavError } from '../common/errors.ts';
import { userOf } from '../http/api/authenticate.ts';
import { ownAddressOf } from '../routing/ownOrigin.ts';
import type { Services } from '../services/services.ts';
import type { Db } from '../store/db.ts';
import { davPathOf, davPathOfHeader } from './davPath.ts';
import { type DavElement, parseDavXml } from './davXml.ts';
import { type DeviceFile, findFile } from './deviceFiles.ts';
import { type DeviceLock, locksOf, locksOn } from './deviceLocks.ts';
import { type ConditionList, parseIfHeader, submittedTokens } from './ifHeader.ts';

/** Maximum bytes of an XML request body. */
const maxXmlBytes = 64 * 1024;

/** A WebDAV request, parsed from its headers. */
export interface DavRequest {
  userId: string;
  path: string;
  /** Whether the URL ends with a slash. */
  isFolderAddress: boolean;
  now: Date;
  lists: ConditionList[];
  /** Lock tokens that the client has submitted. */
  tokens: ReadonlySet<string>;
  header(name: string): string | undefined;
  /** The path of the Destination header. */
  destination(): string;
}

/** The response of a method. */
export interface DavAnswer {
  status: number;
  headers?: Record<string, string>;
  /** A string is XML. */
  body?: string | Buffer;
}

export type DavMethod = (services: Services, dav: DavRequest, request: FastifyRequest) => Promise<DavAnswer>;

/** @throws DavError 400; AppError unauthenticated */
export function davRequestOf(services: Services, request: FastifyRequest): DavRequest {
  // A fragment makes the path invalid, since servers never see one.
  const address = (request.raw.url ?? '').replace(/\?.*$/s, '');
  const header = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const value = header('if');
  const lists = value === undefined ? [] : parseIfHeader(value);
  return {
    userId: userOf(request).id,
    path: davPathOf(address),
    isFolderAddress: address.endsWith('/'),
    now: services.now(),
    lists,
    tokens: submittedTokens(lists),
    header,
    destination: () => davPathOfHeader(header('destination'), ownAddressOf(request, services.config)),
  };
}

/**
 * Checks the If headers of a request.
 * @returns the user's locks
 * @throws DavError 412
 */
export async function checkConditions(
  db: Db,
  { userId, path, now, lists, header }: DavRequest,
  file: DeviceFile | undefined,
): Promise<DeviceLock[]> {
  const locks = await locksOf(db, userId, now);
  const tag = file && file.is_folder === 0 ? `"${file.etag}"` : null;
  const match = header('if-match');
  // Strong comparison: W/ never matches.
  if (match !== undefined && !(file && (match.trim() === '*' || (tag && tagsOf(match).includes(tag)))))
    throw new DavError(412, 'This was changed in the meantime.');
  const noneMatch = header('if-none-match');
  if (
    noneMatch !== undefined &&
    file &&
    (noneMatch.trim() === '*' || (tag && tagsOf(noneMatch).includes(tag)))
  )
    throw new DavError(412, 'This was changed in the meantime.');
  if (lists.length === 0) return locks;
  for (const list of lists) if (await holds(db, userId, list, { path, tag, locks })) return locks;
  throw new DavError(412, 'This was changed in the meantime.');
}

async function holds(
  db: Db,
  userId: string,
  { resource, conditions }: ConditionList,
  target: { path: string; tag: string | null; locks: readonly DeviceLock[] },
): Promise<boolean> {
  let { path, tag } = target;
  if (resource !== null) {
    try {
      path = davPathOf(resource.replace(/^https?:\/\/[^/]+/, ''));
    } catch {
      // A URL outside of the folder has neither lock nor ETag.
      return conditions.every(({ not }) => not);
    }
    const file = await findFile(db, userId, path);
    tag = file && file.is_folder === 0 ? `"${file.etag}"` : null;
  }
  const on = new Set(locksOn(target.locks, path).map(({ token }) => token));
  return conditions.every(
    ({ not, kind, value }) => (kind === 'token' ? on.has(value) : value === tag) !== not,
  );
}

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim());

/**
 * The request body as XML; null without one.
 * @throws DavError 400; AppError body_too_large
 */
export async function xmlBodyOf({ body }: FastifyRequest): Promise<DavElement | null> {
  const bytes = await bytesOfBody(body, maxXmlBytes);
  return bytes.length === 0 ? null : parseDavXml(bytes.toString('utf8'));
}

/**
 * All bytes of a request body.
 * @throws AppError body_too_large
 */
export async function bytesOfBody(body: unknown, most: number): Promise<Buffer> {
  if (body === undefined || body === null) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let length = 0;
  // Keep the connection open, so that the error can be sent.
  for await (const chunk of (body as Readable).iterator({
    destroyOnReturn: false,
  }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) throw new AppError('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

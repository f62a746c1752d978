import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { userOf } from '../../http/api/authenticate.ts';
import { hasTag } from '../../http/bodies/byteRange.ts';
import { ownAddressOf } from '../../http/routing/ownOrigin.ts';
import { AppError, DavError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import { davPathOf, davPathOfHeader } from './davPath.ts';
import { type DavElement, parseDavXml } from './davXml.ts';
import { type DeviceFile, findFile } from './deviceFiles.ts';
import { type DeviceLock, locksOf, locksOn } from './deviceLocks.ts';

/** Maximum bytes of an XML request body. */
const maxXmlBytes = 64 * 1024;

/** A WebDAV request, parsed from its headers. */
export interface DavRequest {
  userId: string;
  path: string;
  /** GET or HEAD. */
  isRead: boolean;
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
    isRead: request.method === 'GET' || request.method === 'HEAD',
    isFolderAddress: address.endsWith('/'),
    now: services.now(),
    lists,
    tokens: submittedTokens(lists),
    header,
    destination: () => davPathOfHeader(header('destination'), ownAddressOf(request, services.config)),
  };
}

/**
 * Checks the preconditions of a request in the order of RFC 9110, 13.2.2, then the If header of WebDAV.
 * @returns the user's locks
 * @throws DavError 412
 */
export async function checkConditions(
  db: Db,
  dav: DavRequest,
  file: DeviceFile | undefined,
): Promise<DeviceLock[]> {
  const { userId, path, now, lists, isRead } = dav;
  const locks = await locksOf(db, userId, now);
  const tag = tagOf(file);
  if (isChanged(dav, file) || (!isRead && isKnown(dav, file)))
    throw new DavError(412, 'This was changed in the meantime.');
  if (lists.length === 0) return locks;
  for (const list of lists) if (await holds(db, userId, list, { path, tag, locks })) return locks;
  throw new DavError(412, 'This was changed in the meantime.');
}

const tagOf = (file: DeviceFile | undefined) => (file?.is_folder === 0 ? `"${file.etag}"` : null);

/** Whether If-Match fails; without it, If-Unmodified-Since. */
function isChanged({ header }: DavRequest, file: DeviceFile | undefined): boolean {
  const match = header('if-match')?.trim();
  if (match === undefined) return isModifiedSince(file, header('if-unmodified-since')) === true;
  if (match === '*') return file === undefined;
  // Strong comparison: W/ never matches.
  const tag = tagOf(file);
  return tag === null || !tagsOf(match).includes(tag);
}

/** Whether If-None-Match fails; of a GET without it, If-Modified-Since, which is then answered 304. */
export function isKnown({ header, isRead }: DavRequest, file: DeviceFile | undefined): boolean {
  const noneMatch = header('if-none-match');
  if (noneMatch === undefined) return isRead && isModifiedSince(file, header('if-modified-since')) === false;
  return file !== undefined && hasTag(noneMatch, tagOf(file) ?? '');
}

/** By whole seconds, as in Last-Modified; null when the header is no HTTP date, and is to be ignored. */
function isModifiedSince(file: DeviceFile | undefined, date: string | undefined): boolean | null {
  if (file === undefined || date === undefined) return null;
  // The oldest of the three forms has no zone (RFC 9110, 5.6.7).
  const isDate = /^\w{3,9}, \d\d[ -]\w{3}[ -]\d{2,4} [\d:]{8} GMT$/.test(date);
  const isOldForm = /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/.test(date);
  const time = isDate ? Date.parse(date) : isOldForm ? Date.parse(`${date} GMT`) : Number.NaN;
  return Number.isNaN(time) ? null : Math.floor(Date.parse(file.modified_at) / 1_000) * 1_000 > time;
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
    tag = tagOf(file);
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

/** A list of conditions in the If header, all of which must hold (RFC 4918, 10.4). */
interface ConditionList {
  /** The tagged resource; null for the request's own. */
  resource: string | null;
  conditions: { not: boolean; kind: 'token' | 'tag'; value: string }[];
}

const piece = /\s*(?:<([^<>\s]*)>|(\()|(\))|(Not)\b|\[((?:W\/)?"[^"]*")\])\s*/giy;

/**
 * Parses the If header of WebDAV.
 * @throws DavError 400
 */
function parseIfHeader(value: string): ConditionList[] {
  const lists: ConditionList[] = [];
  let resource: string | null = null;
  let list: ConditionList | null = null;
  let not = false;
  const add = (kind: 'token' | 'tag', value: string) => {
    list?.conditions.push({ not, kind, value });
    not = false;
  };
  for (let at = 0; at < value.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const match = piece.exec(value);
    if (match === null) throw malformed();
    const [, reference, begin, end, negation, tag] = match;
    if (reference !== undefined && list === null) resource = reference;
    else if (reference !== undefined) add('token', reference);
    else if (begin && list === null) list = { resource, conditions: [] };
    else if (end && list !== null && list.conditions.length > 0 && !not) {
      lists.push(list);
      list = null;
    } else if (negation && list !== null) not = true;
    else if (tag !== undefined && list !== null) add('tag', tag);
    else throw malformed();
  }
  if (list !== null || lists.length === 0) throw malformed();
  return lists;
}

const malformed = () => new DavError(400, 'The header If cannot be read.');

/** Lock tokens submitted in the header, regardless of conditions. */
const submittedTokens = (lists: readonly ConditionList[]): Set<string> =>
  new Set(
    lists.flatMap(({ conditions }) =>
      conditions.flatMap((condition) => (condition.kind === 'token' ? condition.value : [])),
    ),
  );

import type { FastifyRequest } from 'fastify';
import { rangeOf } from '../../http/bodies/byteRange.ts';
import { AppError, DavError } from '../../run/common/errors.ts';
import type { Db } from '../../store/db.ts';
import { allowedOn } from './davPath.ts';
import { multistatus, propfindResponse, type Resource, wantedProperties } from './davProperties.ts';
import {
  checkConditions,
  type DavAnswer,
  type DavMethod,
  type DavRequest,
  isKnown,
  xmlBodyOf,
} from './davRequest.ts';
import { childrenOf, FileChanged, findFile, readFile } from './deviceFiles.ts';
import { locksOf } from './deviceLocks.ts';
import { isForHighlights, updateHighlightFiles } from './highlightFiles.ts';
import { isStatistics, updateStatistics } from './ownPageTimes.ts';

/** Maximum bytes of a PROPFIND response: twice what a thousand files with common properties take. */
const maxBytes = 1_900_000;

/** The user's root folder, which has no row. */
const topFolder = ({ now }: DavRequest): Resource => ({
  path: '',
  is_folder: 1,
  size: 0,
  etag: '',
  properties: '{}',
  created_at: now.toISOString(),
  modified_at: now.toISOString(),
});

/** OPTIONS: the methods that the resource supports. */
export const options: DavMethod = async ({ db }, { userId, path }) => {
  const allow = allowedOn(path, await findFile(db, userId, path));
  return { status: 200, headers: { dav: '1, 2', allow, 'ms-author-via': 'DAV' } };
};

/** How often a file that is being written is read again. */
const maxReads = 20;

/** GET and HEAD of a file, or of a range of it. */
export const getFile: DavMethod = async (services, dav, request) => {
  const { userId, path } = dav;
  if (isStatistics(path)) await updateStatistics(services, userId, path);
  if (isForHighlights(path)) await updateHighlightFiles(services, userId);
  for (let reads = 0; reads < maxReads; reads += 1)
    try {
      return await answerWithFile(services.db, dav, request);
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
    }
  throw new AppError('busy');
};

/** @throws FileChanged when the file was written between its row and its content */
async function answerWithFile(db: Db, dav: DavRequest, request: FastifyRequest): Promise<DavAnswer> {
  const { userId, path } = dav;
  const file = await findFile(db, userId, path);
  if (path === '' || file?.is_folder === 1)
    throw new DavError(405, 'This is a folder.', { allow: allowedOn(path, file) });
  if (file === undefined) throw new AppError('not_found');
  const tag = `"${file.etag}"`;
  const headers = {
    etag: tag,
    'accept-ranges': 'bytes',
    'last-modified': new Date(file.modified_at).toUTCString(),
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  await checkConditions(db, dav, file);
  if (isKnown(dav, file)) return { status: 304, headers };
  const range = rangeOf(request, tag, file.size);
  if (range === 'beyond')
    throw new DavError(416, 'The file is shorter than that.', { 'content-range': `bytes */${file.size}` });
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  const withLength = { ...headers, 'content-length': String(end - start + 1) };
  if (request.method === 'HEAD') return { status: 200, headers: withLength };
  const body = await readFile(db, file, { start, end });
  if (range === null) return { status: 200, headers: withLength, body };
  return {
    status: 206,
    headers: { ...withLength, 'content-range': `bytes ${start}-${end}/${file.size}` },
    body,
  };
}

/** PROPFIND of a path, with Depth 1 also of its children. Depth infinity is refused, to limit the response. */
export const propfind: DavMethod = async (services, dav, request) => {
  const { db } = services;
  const { userId, path, now, header } = dav;
  const wanted = wantedProperties(await xmlBodyOf(request));
  const depth = header('depth') ?? 'infinity';
  if (path === '' || isForHighlights(path)) await updateHighlightFiles(services, userId);
  const file = path === '' ? topFolder(dav) : await findFile(db, userId, path);
  if (file === undefined) throw new AppError('not_found');
  if (!['0', '1'].includes(depth)) {
    const body =
      '<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:"><D:propfind-finite-depth/></D:error>';
    return { status: 403, body };
  }
  const locks = await locksOf(db, userId, now);
  const below = depth === '1' && file.is_folder === 1 ? await childrenOf(db, userId, path) : [];
  const responses: string[] = [];
  let bytes = 0;
  for (const entry of [file, ...below]) {
    const response = propfindResponse(entry, wanted, locks);
    bytes += Buffer.byteLength(response);
    if (bytes > maxBytes) throw new DavError(507, 'This is too much for one answer. Ask for less of it.');
    responses.push(response);
  }
  return { status: 207, body: multistatus(responses) };
};

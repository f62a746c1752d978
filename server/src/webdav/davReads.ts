import { AppError, DavError } from '../common/errors.ts';
import { multistatus, propfindResponse, type Resource, wantedProperties } from './davProperties.ts';
import { type DavMethod, type DavRequest, xmlBodyOf } from './davRequest.ts';
import { childrenOf, findFile, readFile } from './deviceFiles.ts';
import { locksOf } from './deviceLocks.ts';
import { isStatistics, updateStatistics } from './deviceStatistics.ts';
import { isForHighlights, updateHighlightFiles } from './highlightFiles.ts';

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

/** GET and HEAD of a file. */
export const getFile: DavMethod = async (services, { userId, path, header }, { method }) => {
  const { db } = services;
  if (isStatistics(path)) await updateStatistics(services, userId, path);
  if (isForHighlights(path)) await updateHighlightFiles(services, userId);
  const file = path === '' ? undefined : await findFile(db, userId, path);
  if (path === '' || file?.is_folder === 1) return { status: 405, headers: { allow: 'OPTIONS, PROPFIND' } };
  if (file === undefined) throw new AppError('not_found');
  const tag = `"${file.etag}"`;
  const headers = {
    etag: tag,
    'last-modified': new Date(file.modified_at).toUTCString(),
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  const clientTags = (header('if-none-match') ?? '')
    .split(',')
    .map((etag) => etag.trim().replace(/^W\//, ''));
  if (clientTags.includes(tag) || clientTags.includes('*')) return { status: 304, headers };
  const withLength = { ...headers, 'content-length': String(file.size) };
  if (method === 'HEAD') return { status: 200, headers: withLength };
  return { status: 200, headers: withLength, body: await readFile(db, file) };
};

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

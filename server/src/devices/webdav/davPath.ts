import { AppError, DavError } from '../../run/common/errors.ts';

/** Where the users' folders are mounted. */
const davRoot = '/dav';

const limits = { name: 255, path: 1_000, depth: 10 };
// biome-ignore lint/suspicious/noControlCharactersInRegex: no file of a device has these in its name
const refused = /[\u0000-\u001f\u007f\\/]/;

/**
 * A path in a user's folder: names joined by '/', '' for the root.
 * @param address path of a URL, still encoded, with or without a trailing slash
 * @throws DavError 400 for an invalid path
 */
export function davPathOf(address: string): string {
  if (address.includes('#')) throw new AppError('malformed_request');
  const rest = address.slice(davRoot.length);
  if (!address.startsWith(davRoot) || (rest !== '' && !rest.startsWith('/')))
    throw new AppError('malformed_request');
  const parts = rest.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  const names = parts.map(decoded);
  requirePath(names);
  return names.join('/');
}

/** @throws DavError 400 for an invalid path, or one that is too long or too deep */
export function requirePath(names: readonly string[]): void {
  const isRefused = (name: string) =>
    name === '' || name === '.' || name === '..' || refused.test(name) || name.length > limits.name;
  if (names.some(isRefused) || names.join('/').length > limits.path || names.length > limits.depth)
    throw new DavError(400, 'This is no path in the folder.');
}

/** @throws DavError 400 for a URL of another server or outside of the folder */
export function davPathOfHeader(value: string | undefined, address: string): string {
  if (value === undefined) throw new DavError(400, 'The header Destination is missing.');
  // Not by URL, which would resolve dot segments.
  const [, scheme, host, path] = /^(?:(https?:)\/\/([^/?#]+))?(\/[^?#]*)$/i.exec(value) ?? [];
  const own = new URL(address);
  // Without a port that is the default of the scheme.
  const isOwn =
    host === undefined ||
    (URL.canParse(`${scheme}//${host}`) && new URL(`${scheme}//${host}`).host === own.host);
  const base = own.pathname.replace(/\/$/, '');
  if (path === undefined || !isOwn || !path.startsWith(base))
    throw new DavError(400, 'This Destination is not in the folder.');
  return davPathOf(path.slice(base.length));
}

/** The URL path of a resource. */
export function addressOf(path: string, isFolder: boolean): string {
  const names = path === '' ? [] : path.split('/').map(encodeURIComponent);
  return [davRoot, ...names].join('/') + (isFolder ? '/' : '');
}

/** The parent folder of a path; null for the root. */
export function parentOf(path: string): string | null {
  if (path === '') return null;
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Whether a path equals another one or is below it. */
export const isWithin = (path: string, folder: string) =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

function decoded(name: string): string {
  try {
    return decodeURIComponent(name).normalize('NFC');
  } catch {
    throw new AppError('malformed_request');
  }
}

/** The methods that a resource supports, for the header Allow. */
export function allowedOn(path: string, file: { is_folder: number } | undefined): string {
  if (path === '') return 'OPTIONS, PROPFIND, LOCK, UNLOCK';
  if (file === undefined) return 'OPTIONS, PUT, MKCOL, LOCK';
  const both = 'OPTIONS, DELETE, COPY, MOVE, PROPFIND, PROPPATCH, LOCK, UNLOCK';
  return file.is_folder === 1 ? both : `${both}, GET, HEAD, PUT`;
}

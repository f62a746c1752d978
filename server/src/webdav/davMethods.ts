import type { DeviceFile } from './deviceFiles.ts';

/** The methods that a resource supports, for the header Allow. */
export function allowedOn(path: string, file: Pick<DeviceFile, 'is_folder'> | undefined): string {
  if (path === '') return 'OPTIONS, PROPFIND, LOCK, UNLOCK';
  if (file === undefined) return 'OPTIONS, PUT, MKCOL, LOCK';
  const both = 'OPTIONS, DELETE, COPY, MOVE, PROPFIND, PROPPATCH, LOCK, UNLOCK';
  return file.is_folder === 1 ? both : `${both}, GET, HEAD, PUT`;
}

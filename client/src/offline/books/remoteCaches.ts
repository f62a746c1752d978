import { addressOf } from '../../common/basePath.ts';

/**
 * Where remotes are stored in the browser, for the service worker that stores them and the page that checks whether
 * they are there.
 */
export const remoteCachePrefix = 'lectern-remote-';
export const remoteCacheName = (name: string, version: string) => `${remoteCachePrefix}${name}@${version}`;
/** The registry of the versions that are stored completely. */
export const registryCacheName = 'lectern-registry';
export const registryKey = addressOf('/remotes.json');
/** Header of the registry that the service worker answers offline: it names only what is stored completely. */
export const keptRegistryHeader = 'Lectern-Kept';

import { addressOf } from '../../common/basePath.ts';

/**
 * Where remotes lie in the browser, for the service worker that keeps them
 * and the page that looks whether they are there.
 */
export const remoteCachePrefix = 'lectern-remote-';
export const remoteCacheName = (name: string, version: string) => `${remoteCachePrefix}${name}@${version}`;
/** The registry of the versions that are whole here. */
export const registryCacheName = 'lectern-registry';
export const registryKey = addressOf('/remotes.json');
/** On the registry as the service worker answers it without a network: it names only what is whole here. */
export const keptRegistryHeader = 'Lectern-Kept';

export { takeOverrides } from '@lectern/client/registry/overrides.ts';
export { createRegistry } from '@lectern/client/registry/registry.ts';
export { textsOfRemotes } from '@lectern/client/registry/remoteContent.ts';

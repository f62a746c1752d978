import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import type { RemoteConfig } from '@lectern/shared-contracts/contract/host.ts';

const configs = new WeakMap<RemoteContents, Map<string, RemoteConfig>>();

/** The settings of a remote: the defaults of its remote.json. The same contents give the same object. */
export function configOf(contents: RemoteContents, remote: string): RemoteConfig {
  const known = configs.get(contents) ?? new Map<string, RemoteConfig>();
  configs.set(contents, known);
  const settings = Object.entries(contents.get(remote)?.config ?? {});
  const config =
    known.get(remote) ?? Object.fromEntries(settings.map(([name, { default: value }]) => [name, value]));
  known.set(remote, config);
  return config;
}

import { init, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin';
import { expectRun, integrityOf } from './preloadScripts.ts';
import type { FederationRuntime } from './remoteModules.ts';
import { sharedLibraries } from './sharedLibraries.ts';

/** Milliseconds that an entry may take: a little less than the load that waits for it (loader.ts). */
const entryTimeoutMs = 40_000;

const checkEntries = {
  name: 'lectern-integrity',
  createScript({ url }: { url: string }) {
    const integrity = integrityOf(url);
    if (integrity === undefined) return;
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.integrity = integrity;
    return { script, timeout: entryTimeoutMs };
  },
};

let prepared = false;
/**
 * The shell is a host made at run time, not by the build: a visitor, who sees no remote, never loads the federation's
 * code, and nothing of the shell waits for it. Remotes take the runtime from here, each carrying none.
 */
function prepare(): void {
  if (prepared) return;
  prepared = true;
  init({
    name: 'shell',
    remotes: [],
    // With 'version-first' every remote would be fetched at the first one's start.
    shareStrategy: 'loaded-first',
    shared: sharedLibraries(JSON.parse(process.env.LECTERN_SHARED ?? '{}')),
    plugins: [provideRuntime(), checkEntries],
  });
}

/** The runtime itself, in a chunk of its own; federationRuntime.ts brings it. */
export const moduleFederation: Omit<FederationRuntime, 'preloadScripts'> = {
  registerRemotes(remotes, options) {
    prepare();
    for (const { entry } of remotes) expectRun(entry);
    registerRemotes(remotes, options);
  },
  loadRemote: (id) => loadRemote(id),
};

import { expectRun, integrityOf } from '@lectern/client/registry/preloadScripts.ts';
import { init, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin';
import type { FederationRuntime } from './remoteModules.ts';
import { sharedLibraries } from './sharedLibraries.ts';

/** Timeout of an entry in milliseconds, slightly less than that of the load that waits for it (loader.ts). */
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
 * The federation host is created at run time, not by the build: a visitor, who sees no remote, never loads the
 * federation runtime. Remotes use the runtime of the shell and bundle none.
 */
function prepare(): void {
  if (prepared) return;
  prepared = true;
  init({
    name: 'shell',
    remotes: [],
    // 'version-first' would fetch every remote when the first one starts.
    shareStrategy: 'loaded-first',
    shared: sharedLibraries(JSON.parse(process.env.LECTERN_SHARED ?? '{}')),
    plugins: [provideRuntime(), checkEntries],
  });
}

/** The runtime in a separate chunk; federationRuntime.ts loads it. */
export const moduleFederation: Omit<FederationRuntime, 'preloadScripts'> = {
  registerRemotes(remotes, options) {
    prepare();
    for (const { entry } of remotes) expectRun(entry);
    registerRemotes(remotes, options);
  },
  loadRemote: (id) => loadRemote(id),
};

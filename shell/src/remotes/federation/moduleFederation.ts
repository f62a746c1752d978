import { expectRun, integrityOf } from '@lectern/client/registry/entryFiles.ts';
import { init, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as styledComponents from 'styled-components';
import type { FederationRuntime } from './remoteModules.ts';

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

/** The runtime in a separate chunk; boot/signedInChunk.ts loads it. */
export const moduleFederation: Omit<FederationRuntime, 'preloadScripts'> = {
  registerRemotes(remotes, options) {
    prepare();
    for (const { entry } of remotes) expectRun(entry);
    registerRemotes(remotes, options);
  },
  loadRemote: (id) => loadRemote(id),
};

type Shared = NonNullable<Parameters<typeof init>[0]['shared']>;

/**
 * Singletons with state (hooks, roots, style sheet). They are loaded already.
 */
const singletons: Record<string, object> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  'styled-components': styledComponents,
};

/** Popups have state too, but a remote may bundle another version; they are loaded with a reader's frame. */
const primitives: Record<string, () => Promise<object>> = {
  '@radix-ui/react-dialog': () => import('@radix-ui/react-dialog'),
  '@radix-ui/react-dropdown-menu': () => import('@radix-ui/react-dropdown-menu'),
  '@radix-ui/react-popover': () => import('@radix-ui/react-popover'),
  '@radix-ui/react-roving-focus': () => import('@radix-ui/react-roving-focus'),
  '@radix-ui/react-tabs': () => import('@radix-ui/react-tabs'),
  '@radix-ui/react-tooltip': () => import('@radix-ui/react-tooltip'),
};

/** What the federation runtime expects of `get`: a function that returns the library. */
const factoryOf = (library: object) => () => library;

/**
 * The libraries that the shell shares with remotes, for the federation runtime.
 * @param versions of the libraries in this build, by name; those without one are not shared
 */
export function sharedLibraries(versions: Readonly<Record<string, string>>): Shared {
  const shared: Shared = {};
  for (const [name, version] of Object.entries(versions)) {
    const singleton = singletons[name];
    const primitive = primitives[name];
    const shareConfig = { singleton: singleton !== undefined, requiredVersion: `^${version}` };
    if (singleton) shared[name] = { version, lib: () => singleton, shareConfig };
    else if (primitive)
      shared[name] = { version, get: async () => factoryOf(await primitive()), shareConfig };
  }
  return shared;
}

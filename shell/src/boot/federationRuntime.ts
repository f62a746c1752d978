import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { TrustedFile } from '../federation/entryAddress.ts';
import type { FederationRuntime } from '../federation/loadRemote.ts';

/** Digests of entries, by address: the browser refuses to run one whose bytes are others. */
const digests = new Map<string, string>();

/** Milliseconds that an entry may take; the page itself is given up a little sooner (useLazy). The runtime’s own are 20 s. */
const patience = 60_000;

const checkEntries = {
  name: 'lectern-integrity',
  createScript({ url }: { url: string }) {
    const integrity = digests.get(url);
    if (integrity === undefined) return;
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.integrity = integrity;
    return { script, timeout: patience };
  },
};

let prepared = false;
const asked = new Set<string>();
const entries = new Set<string>();

/** Asks for a script now; whoever runs it finds it there. Asked once: a second try is the runner's own. */
function fetchAhead(files: readonly TrustedFile[]): void {
  for (const { address, integrity } of files) {
    if (integrity !== null) digests.set(address, integrity);
    if (asked.has(address)) continue;
    asked.add(address);
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.crossOrigin = 'anonymous';
    if (integrity !== null) link.integrity = integrity;
    link.href = address;
    link.addEventListener('error', () => entries.has(address) || takeFailed(link));
    document.head.append(link);
  }
}

/**
 * Chromium keeps a file that failed its digest, a 404 say, for the first script that wants it, and would fail the next
 * try with it. This one takes it; there is nothing in it to run.
 */
function takeFailed({ href, integrity }: HTMLLinkElement): void {
  const script = document.createElement('script');
  script.crossOrigin = 'anonymous';
  script.integrity = integrity;
  script.src = href;
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}

/** The real thing; tests bring their own. */
export const federationRuntime: FederationRuntime = {
  registerRemotes(remotes, options) {
    if (!prepared) registerPlugins([checkEntries]);
    prepared = true;
    for (const { entry } of remotes) entries.add(entry);
    registerRemotes(remotes, options);
  },
  loadRemote: (id) => loadRemote(id),
  fetchAhead,
};

import type { TrustedFile } from './entryAddress.ts';

/** Digests of scripts by address, used for Subresource Integrity. */
const digests = new Map<string, string>();
const preloaded = new Set<string>();
const willRun = new Set<string>();

/** The digest of a script; undefined when unknown. */
export const integrityOf = (address: string): string | undefined => digests.get(address);

/** The runtime executes this script and handles its failure. */
export const expectRun = (address: string): void => {
  willRun.add(address);
};

/** Preloads scripts, each once. The code that runs them handles failures. */
export function preloadScripts(files: readonly TrustedFile[]): void {
  for (const { address, integrity } of files) {
    if (integrity !== null) digests.set(address, integrity);
    if (preloaded.has(address)) continue;
    preloaded.add(address);
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.crossOrigin = 'anonymous';
    if (integrity !== null) link.integrity = integrity;
    link.href = address;
    link.addEventListener('error', () => willRun.has(address) || takeFailed(link));
    document.head.append(link);
  }
}

/**
 * Chromium keeps a preload that failed its digest (such as a 404) for the first script that uses it, which would fail
 * the next try. This script consumes it; it contains nothing to run.
 */
function takeFailed({ href, integrity }: HTMLLinkElement): void {
  const script = document.createElement('script');
  script.crossOrigin = 'anonymous';
  script.integrity = integrity;
  script.src = href;
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}

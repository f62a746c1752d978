import type { TrustedFile } from './entryAddress.ts';

/** Digests of scripts, by address: the browser refuses to run one whose bytes are others. */
const digests = new Map<string, string>();
const asked = new Set<string>();
const willRun = new Set<string>();

/** The digest that a script must have; undefined when none was named. */
export const integrityOf = (address: string): string | undefined => digests.get(address);

/** Somebody runs this script and sees its failure. */
export const expectRun = (address: string): void => {
  willRun.add(address);
};

/** Asks for scripts now; whoever runs one finds it there. Asked once: a second try is the runner's own. */
export function preloadScripts(files: readonly TrustedFile[]): void {
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
    link.addEventListener('error', () => willRun.has(address) || takeFailed(link));
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

import type { PublishedRemote } from '@lectern/shared-contracts/contract/remotes.ts';
import { addressOf } from '../common/basePath.ts';

/** Address of the registry of remotes. */
export const registryAddress = addressOf('/remotes.json');

/**
 * Address of a file of a remote. It must be inside the folder named by the registry: a description must not make the
 * shell load code from elsewhere [AE-07].
 * @param path relative to the remote's folder
 * @param page address of the page, for a base without origin
 * @returns null when it is outside
 */
function addressInside(base: string, path: string, page: string): string | null {
  try {
    const folder = new URL(addressOf(base), page);
    const file = new URL(path, folder);
    const inside = file.origin === folder.origin && file.pathname.startsWith(folder.pathname);
    return inside && /^https?:$/.test(file.protocol) ? file.href : null;
  } catch {
    return null;
  }
}

/** A script and the digest of its bytes; null for a local override, which has none. */
export interface TrustedFile {
  address: string;
  integrity: string | null;
}

/**
 * What the shell fetches for an exposed module; null when any of it is outside the remote's
 * folder, or when the description names no entry or container.
 */
interface EntryFiles {
  entry: TrustedFile;
  /** Global variable in which the entry leaves the remote. */
  container: string;
  /** Scripts of the module. */
  scripts: TrustedFile[];
}

export function entryFiles(published: PublishedRemote, expose: string, page: string): EntryFiles | null {
  const { entry: script, container, scripts } = published.description;
  const trusted = (path: string) => trustedFile(published, path, page);
  if (script === undefined || container === undefined) return null;
  const entry = trusted(script);
  const own = (scripts?.[expose] ?? []).map(trusted);
  if (entry === null || own.includes(null)) return null;
  return { entry, container, scripts: own.filter((file) => file !== null) };
}

/**
 * The script of a page's first view in a language; null
 * when there is none or its digest is unknown.
 */
export function firstViewFile(
  published: PublishedRemote,
  expose: string,
  language: string,
  page: string,
): TrustedFile | null {
  const path = published.description.firstViews?.[expose]?.[language];
  const file = path === undefined ? null : trustedFile(published, path, page);
  return file?.integrity ? file : null;
}

function trustedFile({ base, description }: PublishedRemote, path: string, page: string): TrustedFile | null {
  const address = addressInside(base, path, page);
  const file = description.files.find((file) => file.path === path);
  return address === null ? null : { address, integrity: file?.integrity ?? null };
}

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

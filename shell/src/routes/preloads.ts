/** The answer to one of the page's reads, by key; undefined while it is not known. */
export type AnswerOf = (key: string) => unknown;

/** '{GET /books/:id/manifest#/content_url}': the key of a read, and a JSON Pointer (RFC 6901) into its answer. */
const expression = /\{([^{}#]+)#([^{}]*)\}/;

/**
 * Addresses of files that a page will ask for next, from what it has read.
 * @param templates of the page's description; an expression may stand in the pointer of another
 * @returns those whose values are all known
 */
export function preloadAddresses(templates: readonly string[], answerOf: AnswerOf): string[] {
  return templates.flatMap((template) => {
    let address = template;
    for (let found = expression.exec(address); found; found = expression.exec(address)) {
      const [whole, key = '', pointer = ''] = found;
      const value = valueAt(answerOf(key), pointer);
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      address = address.replace(whole, () => String(value));
    }
    return [address];
  });
}

function valueAt(answer: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, answer);
}

/** Asked for once each: a second answer that nobody takes would be given to a later try, even a failure. */
const preloaded = new Set<string>();

/** Begins to fetch files of this origin; whoever fetches one next gets it from there. */
export function preloadFiles(addresses: readonly string[]): void {
  for (const address of addresses) {
    const { href, origin } = new URL(address, window.location.href);
    if (origin !== window.location.origin || preloaded.has(href)) continue;
    preloaded.add(href);
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = href;
    // It is wanted once: kept in the document, it would be warned of where it is not.
    link.onload = link.onerror = () => link.remove();
    document.head.append(link);
  }
}

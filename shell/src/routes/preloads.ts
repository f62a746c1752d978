/** The answer to one of the page's reads, by key; undefined until it is known. */
export type AnswerOf = (key: string) => unknown;

/** '{GET /books/:id/manifest#/content_url}': the key of a read, and a JSON Pointer (RFC 6901) into its answer. */
const expression = /\{([^{}#]+)#([^{}]*)\}/;

/**
 * Addresses of files that a page will request next, derived from the answers to its reads.
 * @param templates from the page's description; an expression may be nested in the pointer of another
 * @returns those whose values are all known
 */
export function preloadAddresses(templates: readonly string[], answerOf: AnswerOf): string[] {
  return templates.flatMap((template) => {
    let address = template;
    for (let match = expression.exec(address); match; match = expression.exec(address)) {
      const [whole, key = '', pointer = ''] = match;
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

/** Each address is preloaded once: an unused second response, even a failure, would be used by a later request. */
const preloaded = new Set<string>();

/** Preloads files of this origin for the next request. */
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
    // Removed once loaded: the browser warns of preloads that stay unused.
    link.onload = link.onerror = () => link.remove();
    document.head.append(link);
  }
}

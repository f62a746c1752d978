import { decodeUri } from '@lectern/shared-contracts/domain/decodeUri.ts';

/** The link around a clicked element; null for none. */
export function linkAt(target: EventTarget | null): Element | null {
  const element = (target as Element | null)?.closest?.('a');
  return element && addressOf(element) !== null ? element : null;
}

/** Absolute URL of a link, in HTML or SVG. */
export function addressOf(link: Element): string | null {
  const written = link.getAttribute('href') ?? link.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
  if (written === null) return null;
  try {
    return new URL(written, link.baseURI).href;
  } catch {
    return null;
  }
}

/** The decoded fragment of an address; empty when it has none. */
export const fragmentOf = (address: string | null): string => decodeUri(address?.split('#')[1] ?? '');

/** URLs that may be opened outside of the book after confirmation. */
export function isExternal(address: string): boolean {
  return /^(?:https?|mailto|tel):/i.test(address);
}

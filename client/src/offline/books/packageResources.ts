/**
 * Addresses of all files that an EPUB's package document lists, as far as they are in the book itself.
 * @param xml the package document (OPF)
 * @param address where it was read from
 */
export function packageResources(xml: string, address: string): string[] {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const { origin } = new URL(address);
  return [...document.getElementsByTagNameNS('*', 'item')].flatMap((item) => {
    const href = item.getAttribute('href');
    if (!href) return [];
    try {
      const url = new URL(href, address);
      url.hash = '';
      return url.origin === origin ? [url.href] : [];
    } catch {
      return [];
    }
  });
}

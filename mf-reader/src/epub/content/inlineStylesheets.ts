import { withoutEpubPrefixes } from './epubStyles.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';
/** Addresses in a style sheet: url(…), with or without quotation marks, and those of @import. */
const addresses =
  /(url\(\s*)(?:"([^"]*)"|'([^']*)'|([^"')\s]+))(\s*\))|(@import\s+)(?:"([^"]*)"|'([^']*)')/gi;

/**
 * Inlines a chapter's style sheets, so that it is styled as soon as it is shown, and again
 * without requests. A sheet that cannot be loaded stays a link.
 * @param address of the chapter
 * @param fetchSheet gives the text of a sheet by its absolute address; null when it is not the book's own, or not there
 */
export async function inlineStylesheets(
  chapter: Document,
  address: string,
  fetchSheet: (address: string) => Promise<string | null>,
): Promise<void> {
  const links = [...chapter.querySelectorAll('link[rel~="stylesheet"][href]')];
  await Promise.all(
    links.map(async (link) => {
      const sheet = new URL(link.getAttribute('href') ?? '', address).href;
      const text = await fetchSheet(sheet).catch(() => null);
      if (text === null) return;
      const style = chapter.createElementNS(xhtml, 'style');
      for (const name of ['media', 'title'])
        if (link.hasAttribute(name)) style.setAttribute(name, link.getAttribute(name) ?? '');
      style.textContent = withoutEpubPrefixes(asSeenFrom(address, text, sheet));
      link.replaceWith(style);
    }),
  );
}

/**
 * Rewrites addresses of a sheet relative to the chapter, since the book's base may change.
 */
export function asSeenFrom(chapter: string, text: string, sheet: string): string {
  return text.replace(
    addresses,
    (whole, url, double, single, bare, end, rule, importDouble, importSingle) => {
      const given: string = double ?? single ?? bare ?? importDouble ?? importSingle ?? '';
      const moved = relative(given, sheet, chapter);
      if (moved === null) return whole;
      return url ? `${url}"${moved}"${end}` : `${rule}"${moved}"`;
    },
  );
}

/** Null for absolute addresses. */
function relative(given: string, from: string, to: string): string | null {
  if (given === '' || /^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(given)) return null;
  const target = new URL(given, from);
  const here = new URL(to);
  const [wanted, own] = [target.pathname.split('/'), here.pathname.split('/').slice(0, -1)];
  let same = 0;
  while (same < own.length && wanted[same] === own[same]) same++;
  const path = [...own.slice(same).map(() => '..'), ...wanted.slice(same)].join('/');
  return `${path}${target.search}${target.hash}`.replaceAll('"', '%22');
}

const xhtml = 'http://www.w3.org/1999/xhtml';
/** Addresses in a style sheet: url(…), with or without quotation marks, and those of @import. */
const addresses =
  /(url\(\s*)(?:"([^"]*)"|'([^']*)'|([^"')\s]+))(\s*\))|(@import\s+)(?:"([^"]*)"|'([^']*)')/gi;

/**
 * Puts the text of a chapter's style sheets into the chapter, so that it is dressed the moment it is shown, and again
 * without a word to anybody. A sheet that cannot be had stays a link, for the browser to try.
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
      style.textContent = asSeenFrom(address, text, sheet);
      link.replaceWith(style);
    }),
  );
}

/**
 * The text of a sheet with its addresses as they are called from a chapter: relative, for those of a book may change.
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

/** Null for what means the same from everywhere. */
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

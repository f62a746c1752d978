/**
 * DTBook (ANSI/NISO Z39.86), the markup of DAISY books, which EPUB 2 allows beside XHTML. Most elements are those of
 * HTML; the others are written as the HTML elements that mean the same. The result is sanitized like any page.
 */

const htmlNames = new Map<string, string>([
  ['dtbook', 'html'],
  ['book', 'body'],
  ...['frontmatter', 'bodymatter', 'rearmatter', 'level'].map((name) => [name, 'section'] as const),
  ...[1, 2, 3, 4, 5, 6].map((level) => [`level${level}`, 'section'] as const),
  ['doctitle', 'h1'],
  ...['docauthor', 'covertitle', 'bridgehead', 'byline', 'dateline'].map((name) => [name, 'p'] as const),
  ...['note', 'annotation', 'prodnote', 'sidebar'].map((name) => [name, 'aside'] as const),
  ...['noteref', 'annoref'].map((name) => [name, 'a'] as const),
  ['epigraph', 'blockquote'],
  ...['poem', 'linegroup', 'line'].map((name) => [name, 'div'] as const),
  ...['pagenum', 'linenum', 'lic', 'sent', 'w', 'author', 'title'].map((name) => [name, 'span'] as const),
  ['imggroup', 'figure'],
]);

/** Comments and CDATA sections, which stay as they are, and tags. Each ends at the latest with the source. */
const tokens =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)([A-Za-z][\w.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;

/** A page number of the printed book, which would be in the middle of a sentence: only its place is kept. */
const pageNumber = /<pagenum\b((?:[^<>"']|"[^"]*"|'[^']*')*)>([^<]*)<\/pagenum\s*>/g;

/** @returns a DTBook document as XHTML, and any other one unchanged */
export function htmlOfDtbook(source: string): string {
  if (!/<dtbook[\s>]/.test(source.slice(0, 4_000))) return source;
  /** Open elements. */
  const open: { name: string; html: string }[] = [];
  return source
    .replace(pageNumber, (_, attributes: string, label: string) => {
      const title = label.trim().replaceAll('"', '&quot;');
      return `<span${attributes} role="doc-pagebreak" title="${title}"></span>`;
    })
    .replace(tokens, (token, slash: string, name: string | undefined, attributes: string) => {
      if (name === undefined) return token;
      if (slash) return `</${open.pop()?.html ?? name}>`;
      const html = htmlName(name, attributes, open);
      if (!attributes.endsWith('/')) open.push({ name, html });
      return `<${html}${attributes.replace(/\sidref\s*=\s*(["'])#?/, ' href=$1#')}>`;
    });
}

function htmlName(name: string, attributes: string, open: readonly { name: string }[]): string {
  const parent = open.at(-1)?.name;
  if (name === 'list') return /\stype\s*=\s*["']ol["']/.test(attributes) ? 'ol' : 'ul';
  if (name === 'hd')
    return isLevel(parent) ? `h${Math.min(6, open.filter((one) => isLevel(one.name)).length)}` : 'p';
  if (name === 'caption') return parent === 'table' ? 'caption' : 'figcaption';
  return htmlNames.get(name) ?? name;
}

const isLevel = (name = '') => /^level[1-6]?$/.test(name);

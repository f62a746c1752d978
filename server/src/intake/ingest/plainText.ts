// Bidi overrides and isolates, which would reorder everything around a title.
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be rid of
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;

function shorten(value: string, limit: number): string {
  if (value.length <= limit) return value;
  // Do not split a surrogate pair.
  return `${value
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`;
}

/** Text far beyond the limit need not be processed. @param control in place of a control character */
const plain = (value: string, limit: number, control: string) =>
  value
    .slice(0, limit * 4)
    .toWellFormed()
    .replace(directionOverrides, '')
    .replace(controls, control);

/** Plain text on one line: no control characters, no bidi overrides, single spaces, at most `limit` characters. */
export function cleanLine(value: string, limit: number): string {
  return shorten(plain(value, limit, ' ').replace(/\s+/g, ' ').trim(), limit);
}

/** Plain text in paragraphs, separated by one empty line. */
export function cleanParagraphs(value: string, limit: number): string {
  const paragraphs = plain(value, limit, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim());
  return shorten(
    paragraphs
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    limit,
  );
}

/** A title from a file name: without folders, extension, and underscores of shops. */
export function titleFromFileName(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? '';
  const stem = base.replace(
    /\.(epub|pdf|kepub|fb2|fbz|mobi|azw3?|prc|cb[z7r]|txt|text|md|markdown|x?html?|docx)(\.(epub|zip))?$/i,
    '',
  );
  return cleanLine(stem.replace(/_+/g, ' '), 300) || 'Untitled';
}

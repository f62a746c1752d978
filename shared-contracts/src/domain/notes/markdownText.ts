/** Text as Markdown that shows it as it is. */

/** In one line, for a heading or a tag. */
export const oneLine = (text: string): string =>
  markdownText(text.replace(/\s+/g, ' ').trim()).replace(/ (#+)$/, ' \\$1');

/** As a quotation, line by line. */
export const quotation = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${plainLine(line)}`.trimEnd())
    .join('\n');

/** Keeps Markdown, but escapes HTML. */
export const withoutHtml = (text: string): string => text.replace(/<|&(?=#?\w+;)/g, '\\$&');

const markdownText = (text: string) => withoutHtml(text.replace(/[\\`*_[\]]/g, '\\$&'));

/** Escapes what makes a line a heading, a list, a rule, a table, a fence or code. */
const plainLine = (line: string) =>
  markdownText(line.replace(/^(?:\t| {4})\s*/, '   ')).replace(
    /^(\s*\d{0,9})([#>+\-=~|:]|(?<=\d)[.)])/,
    '$1\\$2',
  );

/** The words of a note without the marks of Markdown, for a list in which there is no room for its layout. */
export const plainNote = (markdown: string): string =>
  markdown
    .replaceAll(/^[ \t]*(?:#{1,6}|>)[ \t]+/gm, '')
    .replaceAll(/^([ \t]*)[-*+][ \t]+/gm, '$1• ')
    .replaceAll(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();

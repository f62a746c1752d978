/** A note as plain text, without Markdown markup, for compact lists. */
export const plainNote = (markdown: string): string =>
  markdown
    .replaceAll(/^[ \t]*(?:#{1,6}|>)[ \t]+/gm, '')
    .replaceAll(/^([ \t]*)[-*+][ \t]+/gm, '$1• ')
    .replaceAll(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();

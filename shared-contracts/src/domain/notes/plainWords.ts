/** A note's words without the signs of Markdown, for where it is quoted and not rendered. */
export const plainWords = (markdown: string): string =>
  markdown
    .replaceAll(/\[\[([^\]\n]{1,500})\]\]|!?\[([^\]\n]{1,500})\]\([^()\s]{1,2000}\)/g, '$1$2')
    .replaceAll(/^[ \t]{0,3}(?:#{1,6}|>|[-*+]|\d{1,4}\.)[ \t]+/gm, '')
    .replaceAll(/\*\*|__|~~|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, '');

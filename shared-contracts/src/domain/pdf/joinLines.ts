/** A word that is cut at the end of a line: with the hyphen of the keyboard, that of Unicode, or a soft one. */
const cutWord = /(\p{Ll})[-\u2010\u00AD]\s*\n\s*(?=\p{Ll})/gu;
/** The hyphen of "Jean-Paul" is not that of a line. */
const ownHyphen = /(\p{L}[-\u2010])\s*\n\s*(?=\p{Lu})/gu;

/** The lines of a printed passage as one text: without the hyphens of lines, ligatures as letters. */
export function joinLines(text: string): string {
  return text.normalize('NFKC').replace(cutWord, '$1').replace(ownHyphen, '$1').replace(/\s+/gu, ' ').trim();
}

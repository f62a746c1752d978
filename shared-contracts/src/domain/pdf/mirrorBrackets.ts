const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
};
const rightToLeft = '\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}';
const leftToRightLetter = `(?![${rightToLeft}])\\p{L}`;
const inside = `[^${rightToLeft}()\\[\\]{}]*`;
/** A pair as in f(x): after and around letters that run from left to right. */
const leftToRightPair = `(?<=${leftToRightLetter}[^\\p{L}()\\[\\]{}]*)[([{]${inside}${leftToRightLetter}${inside}[)\\]}]`;
const brackets = new RegExp(`${leftToRightPair}|[()\\[\\]{}«»‹›]`, 'gu');

/**
 * Corrects the brackets of a right-to-left text from pdf.js: it puts the letters in the order in which they are read,
 * but leaves the brackets as they look on the page, where an opening one looks like a closing one.
 */
export const mirrorBrackets = (text: string): string =>
  text.replace(brackets, (bracket) => mirrored[bracket] ?? bracket);

/** Code of the pseudo-language, in which untranslated texts stand out. */
export const pseudoLanguage = 'en-XA';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'àƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** Adds brackets and accents and makes the text a third longer, as many languages are. */
export function pseudo(text: string): string {
  const letters = [...text].map((letter) => {
    const at = plain.indexOf(letter);
    return at < 0 ? letter : ([...accented][at] ?? letter);
  });
  return `⟦${letters.join('')}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}

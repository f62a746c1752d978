/** Language code under which the English texts are shown so that what is not translated stands out. */
export const pseudoLanguage = 'en-XA';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'àƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';

/** The text in brackets, with accents, and a third longer, as many languages are. */
export function pseudo(text: string): string {
  const letters = [...text].map((letter) => {
    const at = plain.indexOf(letter);
    return at < 0 ? letter : ([...accented][at] ?? letter);
  });
  return `⟦${letters.join('')}${'·'.repeat(Math.ceil(text.length / 3))}⟧`;
}

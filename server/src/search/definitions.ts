import { foldedWords } from '../store/textTokens.ts';

/** Folded words before a term that a passage defines: "a strip *called a* blanket-piece", "*Definition* NM". */
const before =
  /(?:^| )(?:called|known as|definition|genannt\S*|heisst|nennt man|appelee?s?|llamad[oa]s?|chamad[oa]s?)(?: \S+)?$/;
/** Folded words after it: "a gam *is a* meeting". */
const after =
  /^(?:(?:is|are) (?:a|an|the|any|one)|means?|meaning|noun|(?:ist|sind) (?:ein|eine|der|die|das)|bedeute[nt]|(?:est|sont) (?:un|une|le|la|des)|signifient?|(?:es|son) (?:un|una|el|la)|significan?|(?:e|sao) (?:um|uma|o|a)|significam?)(?: |$)/;
/** Words of a definition that are looked at on either side. */
const around = 3;

/**
 * Whether a passage says what a term means, by phrases of English, German, French, Spanish and Portuguese, or begins
 * with the term, as an entry of a glossary does.
 * @param isWord for each word of the term, whether a folded word is a form of it
 */
export function isDefinition(text: string, isWord: readonly ((folded: string) => boolean)[]): boolean {
  const words = foldedWords(text);
  return words.some((_, at) => {
    if (!isWord.every((is, index) => is(words[at + index] ?? ''))) return false;
    const end = at + isWord.length;
    return (
      at === 0 ||
      before.test(words.slice(Math.max(0, at - around), at).join(' ')) ||
      after.test(words.slice(end, end + around).join(' '))
    );
  });
}

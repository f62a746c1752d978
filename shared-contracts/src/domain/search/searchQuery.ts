/** What a reader typed, made ready to be compared: case, accents and kinds of quotes do not matter. */
export interface SearchQuery {
  /** The whole of it, folded, single spaces between. */
  phrase: string;
  /** Its words of two characters or more, folded, each once. */
  words: readonly string[];
}

/** Fewer characters than this are not searched for. */
export const leastCharacters = 2;
/** Milliseconds of quiet before a search begins. */
export const searchDelay = 300;

/** Null when there is too little to search for. */
export function searchQuery(typed: string): SearchQuery | null {
  const phrase = fold(typed).trim().replace(/\s+/g, ' ');
  if ([...phrase].length < leastCharacters) return null;
  const words = phrase.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => [...word].length > 1);
  return { phrase, words: [...new Set(words)] };
}

const isPlain = /^[\x20-\x7e\n]*$/;

/** Lower case without accents, so that 'Brontë' is found by 'bronte'. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase();
  return Array.from(text, foldCharacter).join('');
}

/** One character folded; may become none (a lone accent) or several (ligatures). */
export function foldCharacter(character: string): string {
  if (character <= '\x7f') return character.toLowerCase();
  const plain = character
    .normalize('NFKD')
    // Accents; the vowels of Arabic and Hebrew, and the stroke that only stretches an Arabic word.
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g, '')
    .toLowerCase();
  return (
    plain
      // Arabic letters that are written in more ways than one; Persian forms.
      .replace(/\u0671/g, '\u0627')
      .replace(/[\u0649\u06cc]/g, '\u064a')
      .replace(/\u0629/g, '\u0647')
      .replace(/\u06a9/g, '\u0643')
      .replace(/[‘’‛]/g, "'")
      .replace(/[“”„]/g, '"')
      .replace(/\u00ad/g, '')
  );
}

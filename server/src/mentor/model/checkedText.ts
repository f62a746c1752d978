import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { unmarked } from '../../store/excerpt.ts';
import { foldedWords } from '../../store/textTokens.ts';

/** A quotation of fewer words may be anybody's. */
const leastQuoted = 4;

/**
 * Checks a model's words against what was retrieved, before anybody sees them: numbers that no source has fall away,
 * and so does the number after a quotation that its source does not hold. Pictures, links and markup become plain
 * text. Words are held back until the sentence is whole.
 */
export class CheckedText {
  readonly #sources: ReadonlyMap<number, string>;
  #waiting = '';
  /** Numbers that have been let through. */
  readonly cited = new Set<number>();

  constructor(citations: readonly Citation[]) {
    this.#sources = new Map(
      citations.filter(({ ahead }) => !ahead).map(({ number, text }) => [number, wordsOf(unmarked(text))]),
    );
  }

  /** @returns what can be shown now */
  add(text: string): string {
    this.#waiting += text;
    const end = endOfWhole(this.#waiting);
    const whole = this.#waiting.slice(0, end);
    this.#waiting = this.#waiting.slice(end);
    return this.#check(whole);
  }

  /** @returns the rest */
  end(): string {
    const rest = this.#waiting;
    this.#waiting = '';
    return this.#check(rest);
  }

  #check(text: string): string {
    return plain(text).replace(
      /(\s*)\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g,
      (_, space: string, list: string, at: number, all: string) => {
        const numbers = list.split(/\s*[,;]\s*/).map(Number);
        const kept = numbers.filter(
          (number) => this.#sources.has(number) && this.#holds(number, all.slice(0, at)),
        );
        for (const number of kept) this.cited.add(number);
        return kept.map((number) => `${space}[${number}]`).join('');
      },
    );
  }

  /** Whether a source holds the quotation that stands right before its number, if one does. */
  #holds(number: number, before: string): boolean {
    const quotation =
      /(?:^|\n)> ([^\n]+)$/.exec(before)?.[1] ??
      /[“"«]([^“”"«»]+)[”"»][.,;:!?]?$/.exec(before.trimEnd())?.[1];
    if (quotation === undefined) return true;
    // What was left out of a quotation is left out of the check.
    const parts = quotation.split(/\s*(?:\[\s*)?(?:…|\.\.\.)(?:\s*\])?\s*/).map(wordsOf);
    const source = this.#sources.get(number) ?? '';
    return parts.every((part) => part.split(' ').length < leastQuoted || source.includes(part));
  }
}

/** Where the last whole sentence or paragraph ends. A number in brackets belongs to the sentence before it. */
function endOfWhole(text: string): number {
  let end = 0;
  // A quotation is checked as a whole: it ends with its paragraph.
  const inQuotation = (at: number) =>
    text
      .slice(text.lastIndexOf('\n\n', at - 1) + 1, at)
      .trimStart()
      .startsWith('> ');
  for (const match of text.matchAll(/\n\n|[.!?…。！？][”"»’)]*(?:\s*\[[\d,; ]+\])*(?=\s+[^\s[])/g)) {
    if (match[0] !== '\n\n' && inQuotation(match.index)) continue;
    end = match.index + match[0].length;
  }
  return end;
}

/** Pictures and links as their words, tags and control characters gone, headings and lists as paragraphs. */
function plain(text: string): string {
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\((?:[^)]*)\)/g, (whole, words: string) =>
      /^\d+$/.test(words) ? `[${words}]` : words || whole,
    )
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/^#{1,6} /gm, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/[\uE000\uE001]/g, '');
}

function wordsOf(text: string): string {
  return foldedWords(text).join(' ');
}

import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { unmarked } from '../../../store/excerpt.ts';
import { italicsBeforeNumber, lettersOf, quotationsIn, tellingParts } from './quotations.ts';

/** Characters that are looked at together: the time grows with their square. */
const mostAtOnce = 1_000;
/** Characters after which a sentence that does not end is shown. */
const longestSentence = 3_000;
/** Numbers that a range such as [2-5] may name. */
const longestRange = 10;
const numbers = /(\s*)\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g;

/**
 * Checks the text of a model against its sources before it is shown. A sentence with a quotation that is in no source
 * is left out; a quotation with the wrong number gets the right one; unknown numbers are removed. Pictures, links and
 * markup become plain text. Text is held back until its sentence, with its quotations, is complete.
 */
export class CheckedText {
  readonly #sources = new Map<number, string>();
  /** Texts that may be quoted besides the sources: the question, titles, authors and chapters. */
  readonly #known: string[];
  #waiting = '';
  /** Nothing has been shown in this paragraph yet. */
  #atBreak = true;
  /** Numbers of the sources cited. */
  readonly cited = new Set<number>();
  /** Sentences left out for a quotation that is in no source. */
  leftOut = 0;

  constructor(question = '') {
    this.#known = [lettersOf(question)];
  }

  /** Adds sources that may be cited from now on. Those after the reader's place may not. */
  addSources(citations: readonly Citation[]): void {
    for (const { number, text, book_title, author, chapter, ahead } of citations) {
      if (ahead) continue;
      this.#sources.set(number, lettersOf(unmarked(text)));
      this.#known.push(...[book_title, author ?? '', chapter ?? ''].map(lettersOf));
    }
  }

  /** @returns text that can be shown now */
  add(text: string): string {
    let output = '';
    for (let at = 0; at < text.length; at += mostAtOnce) {
      this.#waiting += text.slice(at, at + mostAtOnce);
      const isTooLong = this.#waiting.length > longestSentence;
      const end = sentenceEnds(this.#waiting, false).at(-1) ?? (isTooLong ? this.#waiting.length : 0);
      output += this.#check(this.#waiting.slice(0, end));
      this.#waiting = this.#waiting.slice(end);
    }
    return output;
  }

  /** @returns the rest */
  end(): string {
    const rest = this.#waiting;
    this.#waiting = '';
    return this.#check(rest);
  }

  #check(text: string): string {
    const clean = plain(text);
    let from = 0;
    let output = '';
    for (const end of [...sentenceEnds(clean, true), clean.length]) {
      const sentence = this.#checkSentence(clean.slice(from, end));
      // Without the break after a paragraph that was left out.
      if (!this.#atBreak || sentence.trim() !== '') output += sentence;
      if (sentence !== '')
        this.#atBreak = sentence.endsWith('\n\n') || (this.#atBreak && sentence.trim() === '');
      from = end;
    }
    return output;
  }

  #checkSentence(sentence: string): string {
    const cited = [...sentence.matchAll(numbers)].flatMap(([, , list = '']) => numbersOf(list));
    const quoted = [...quotationsIn(sentence).map(({ text }) => text), ...italicsBeforeNumber(sentence)]
      .flatMap(tellingParts)
      .filter((part) => !this.#known.some((known) => known.includes(part)));
    const holders = quoted.map((part) => this.#holdersOf(part));
    if (holders.some((sources) => sources.length === 0)) {
      this.leftOut += 1;
      return '';
    }
    // The number of a source without the quotation is replaced by that of a source with it.
    const right = (number: number): number =>
      holders.length === 0 || holders.some((sources) => sources.includes(number))
        ? number
        : (holders.flat()[0] ?? number);
    const shown = new Set(cited.map(right).filter((number) => this.#sources.has(number)));
    for (const number of shown) this.cited.add(number);
    return sentence.replace(numbers, (_, space: string, list: string) =>
      [...new Set(numbersOf(list).map(right))]
        .filter((number) => shown.has(number))
        .map((number) => `${space}[${number}]`)
        .join(''),
    );
  }

  #holdersOf(part: string): number[] {
    return [...this.#sources].flatMap(([number, source]) => (source.includes(part) ? [number] : []));
  }
}

const numbersOf = (list: string): number[] => list.split(/\s*[,;]\s*/).map(Number);

/**
 * Ends of sentences and paragraphs outside quotations. The number of a source belongs to the sentence before it, so a
 * sentence of an unfinished text is complete only when the next one has begun.
 */
function sentenceEnds(text: string, complete: boolean): number[] {
  const quotations = quotationsIn(text);
  const isQuoted = (at: number) => quotations.some(({ start, end }) => at > start && at < end);
  const next = complete ? '(?=\\s|$|[^\\s[【])' : '(?=\\s+[^\\s[【])';
  const pattern = new RegExp(
    `\\n\\n|(?<![.!?…])[.!?…][^\\s\\p{L}\\p{N}[]*(?:\\s*\\[[\\d,;\\s–-]+\\]|\\s*【\\d+】)*${next}(?=\\s|$)|[。！？][」』”’）]*(?:\\s*\\[[\\d,;\\s–-]+\\]|\\s*【\\d+】)*(?=[^\\s[【」』”’）])`,
    'gu',
  );
  return [...text.matchAll(pattern)].flatMap((match) => {
    const end = match.index + match[0].length;
    return isQuoted(match.index) && isQuoted(end) ? [] : [end];
  });
}

/** Pictures and links as their words, tags and control characters gone, headings as paragraphs, one way of citing. */
function plain(text: string): string {
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\((?:[^)]*)\)/g, (whole, words: string) =>
      /^\d+$/.test(words) ? `[${words}]` : words || whole,
    )
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/^#{1,6} /gm, '')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/[【〔［](\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)[^】〕］\n]*[】〕］]/g, '[$1]')
    .replace(/\[(?:source|quelle|#|\^)\s*(\d{1,3})\]/gi, '[$1]')
    .replace(/\[(\d{1,3})\s*[–-]\s*(\d{1,3})\]/g, (whole, first: string, last: string) => {
      const length = Number(last) - Number(first) + 1;
      return length > 0 && length <= longestRange
        ? `[${Array.from({ length }, (_, more) => Number(first) + more).join(', ')}]`
        : whole;
    })
    .replace(/[\uE000\uE001]/g, '');
}

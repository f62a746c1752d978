import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import type { MentorPart } from '@lectern/shared-contracts/domain/mentorWords.ts';
import { unmarked } from '../store/excerpt.ts';
import { message, type Paragraphs } from './message.ts';

/** The kinds of citations in the order in which they are shown. */
const shownKinds = ['note', 'highlight', 'passage'] as const;
const kinds = { passage: 'passages', highlight: 'highlights', note: 'notes' } as const;

/** Where the question was searched for. */
export interface Where {
  hasBooks: boolean;
  /** The only book searched; null for all. */
  bookTitle: string | null;
}

/** In the order in which `quoted` shows them: by kind, and those after the reader's place last. */
export function inShownOrder<T extends Pick<Citation, 'kind' | 'ahead'>>(found: readonly T[]): T[] {
  const orderOf = ({ kind, ahead }: T) => (ahead ? shownKinds.length : shownKinds.indexOf(kind));
  return [...found].sort((one, other) => orderOf(one) - orderOf(other));
}

/** The citations as quotations, by kind; those after the reader's place are collapsed. */
export function quoted(
  words: readonly string[],
  citations: readonly Citation[],
  { bookTitle: title }: Where,
  { missingWords = [], isWeak = false }: { missingWords?: readonly string[]; isWeak?: boolean } = {},
): Paragraphs {
  const introduction =
    title === null
      ? words.length === 0
        ? message('lookedEverywhere')
        : message('lookedEverywhereFor', { words: { words: [...words] } })
      : words.length === 0
        ? message('lookedInBook', { title })
        : message('lookedInBookFor', { title, words: { words: [...words] } });
  const shown = citations.filter((citation) => !citation.ahead);
  // The first sentence has already said where passages come from.
  const isHeaded = shown.some(({ kind }) => kind !== 'passage');
  const groups = shownKinds.flatMap((kind) => {
    const ofKind = shown.filter((citation) => citation.kind === kind);
    if (ofKind.length === 0) return [];
    return [...(isHeaded ? [[message(kinds[kind])]] : []), ...ofKind.map(quotation)];
  });
  const notice =
    missingWords.length > 0 ? nothingAbout(missingWords, title) : isWeak ? message('nothingToAnswer') : null;
  const ahead = aheadOfPlace(citations, groups.length === 0);
  if (notice !== null) return [[notice, ' ', message('nearest')], ...groups, ...ahead];
  return groups.length === 0 && ahead.length > 0 ? ahead : [[introduction], ...groups, ...ahead];
}

/**
 * Passages after the reader's place, collapsed, with their number.
 * @param isAll nothing was found before the place
 */
function aheadOfPlace(citations: readonly Citation[], isAll: boolean): Paragraphs {
  const ahead = citations.filter(({ ahead }) => ahead);
  if (ahead.length === 0) return [];
  const singular = isAll ? 'onlyOneAhead' : 'oneAhead';
  const plural = isAll ? 'onlyManyAhead' : 'manyAhead';
  return [
    [ahead.length === 1 ? message(singular) : message(plural, { number: ahead.length })],
    ...ahead.map((citation) => [`|| ${plainQuotation(citation)}`]),
  ];
}

/** A citation as a quotation of its own, with its number. */
export function quotation(citation: Citation): MentorPart[] {
  return [`> ${plainQuotation(citation)}`];
}

function plainQuotation({ kind, number, text, chapter }: Citation): string {
  const plain = onOneLine(unmarked(text));
  return `${kind === 'passage' ? withoutHeading(plain, chapter) : plain} [${number}]`;
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Removes the chapter's heading from the beginning of its first passage, since it is shown beside the quotation. A
 * heading of one word may be the first word of the sentence and stays, unless it is a number.
 */
export function withoutHeading(text: string, chapter: string | null): string {
  const heading = onOneLine(chapter ?? '');
  const words = heading.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isWord = !heading.includes(' ') && !/^(?:[IVXLC]+|\d+)$/.test(heading);
  if (isWord || words.length === 0) return text;
  // The punctuation may differ: "VIII: The Pulpit" is "VIII The Pulpit" in the text.
  const begins = new RegExp(`^${words.join('[^\\p{L}\\p{N}]+')}[^\\p{L}\\p{N}\\s]*\\s+`, 'iu');
  const rest = text.replace(begins, '');
  return /^["“«„'‘(]?[\p{Lu}\p{Lo}\p{N}].{19,}$/u.test(rest) ? rest : text;
}

export function nothingFound(words: readonly string[], { hasBooks, bookTitle: title }: Where): Paragraphs {
  if (!hasBooks) return [[message('noBooks')]];
  const nothing = words.length === 0 ? message('nothingToAnswer') : nothingAbout(words, title);
  return [[nothing, ' ', message('otherWords')]];
}

function nothingAbout(words: readonly string[], title: string | null): MentorPart {
  return title === null
    ? message('nothingEverywhere', { words: { words: [...words] } })
    : message('nothingInBook', { title, words: { words: [...words] } });
}

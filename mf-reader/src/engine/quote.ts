import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { contextAgreement } from '@lectern/shared-contracts/domain/search/contextAgreement.ts';
import {
  type FoldedText,
  foldWithOffsets,
  type TextRange,
} from '@lectern/shared-contracts/domain/search/foldText.ts';

/** Quoted text with its context (W3C TextQuoteSelector). */
export type TextQuote = NonNullable<Locator['quote']>;

export interface QuoteMatch extends TextRange {
  /** False when only the start of the quote was found. */
  whole: boolean;
}

const contextLength = 32;
/** Maximum length of the text itself. */
const maxLength = 4_000;
/** Normalizes quotes: folded, without white space. */
const comparable = (text: string): FoldedText => foldWithOffsets(text, /\s/u);

/** The quote of a text range, with context to distinguish repeated text. */
export function quoteOf(text: string, { start, end }: TextRange): TextQuote {
  const prefix = collapse(text.slice(Math.max(0, start - contextLength), start));
  const suffix = collapse(text.slice(end, end + contextLength));
  return {
    exact: collapse(text.slice(start, end)).slice(0, maxLength),
    ...(prefix ? { prefix } : {}),
    ...(suffix ? { suffix } : {}),
  };
}

/** Collapsed white space, without the word joiners in place of readings. */
export function collapse(text: string): string {
  return text.replaceAll('\u2060', '').replace(/\s+/gu, ' ').trim();
}

/**
 * Finds a quote in a text, folded and ignoring white space, so that text of another engine matches too. Of several
 * matches the one with the best context wins, then the one nearest to the offset `near`. When the text has changed,
 * its start is searched. Null without a match.
 */
export function findQuote(text: string, quote: TextQuote, near: number | null = null): QuoteMatch | null {
  const within = comparable(text);
  const exact = comparable(quote.exact).text;
  if (exact === '') return null;
  const whole = best(within, exact, quote, near);
  if (whole) return { ...whole, whole: true };
  const beginning = exact.slice(0, Math.max(24, Math.floor(exact.length / 3)));
  if (beginning.length >= exact.length) return null;
  const part = best(within, beginning, { ...quote, suffix: undefined }, near);
  return part && { ...part, whole: false };
}

function best(within: FoldedText, exact: string, quote: TextQuote, near: number | null): TextRange | null {
  const prefix = comparable(quote.prefix ?? '').text;
  const suffix = comparable(quote.suffix ?? '').text;
  let match: { span: TextRange; agreement: number; distance: number } | null = null;
  for (let at = within.text.indexOf(exact); at >= 0; at = within.text.indexOf(exact, at + 1)) {
    const end = at + exact.length;
    const span = within.originalRange({ start: at, end });
    const agreement = contextAgreement(within.text, { start: at, end }, prefix, suffix);
    const distance = near === null ? at : Math.abs(span.start - near);
    if (
      match === null ||
      agreement > match.agreement ||
      (agreement === match.agreement && distance < match.distance)
    )
      match = { span, agreement, distance };
  }
  return match?.span ?? null;
}

/** Whether a passage equals the quote or starts like it. */
export function agreesWith(passage: string, quote: TextQuote): boolean {
  const [a, b] = [comparable(passage).text, comparable(quote.exact).text];
  if (a === '' || b === '') return false;
  const length = Math.min(a.length, b.length, 64);
  return a.slice(0, length) === b.slice(0, length);
}

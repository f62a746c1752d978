import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { unmarked } from '../search/excerpt.ts';
import type { Answerer, Evidence } from './answer.ts';

/**
 * Answers without a model: it quotes what was found, says that it does nothing else, and says so when nothing was
 * found. A paragraph that begins with '> ' is a quotation.
 */
export const passageAnswerer: Answerer = {
  mode: 'passages',
  model: null,
  async answer(evidence) {
    return evidence.citations.length === 0 ? nothingFound(evidence) : quoted(evidence);
  },
};

const kinds = { passage: 'Your books say', highlight: 'You highlighted', note: 'You wrote' } as const;

function quoted({ question, citations, bookTitle }: Evidence): string {
  const where =
    bookTitle === null ? 'your books, notes and highlights' : `“${bookTitle}” and in what you wrote about it`;
  const sought = question.words.length === 0 ? '' : ` for ${inWords(question.words)}`;
  const lead = `I looked in ${where}${sought}. I quote what I found and add nothing of my own.`;
  const groups = (['note', 'highlight', 'passage'] as const).flatMap((kind) => {
    const ofKind = citations.filter((citation) => citation.kind === kind);
    return ofKind.length === 0 ? [] : [`${kinds[kind]}:`, ...ofKind.map(quotation)];
  });
  return [lead, ...groups].join('\n\n');
}

function quotation({ number, text }: Citation): string {
  return `> ${unmarked(text).replace(/\s+/g, ' ').trim()} [${number}]`;
}

function nothingFound({ question, booksSearched, bookTitle }: Evidence): string {
  if (booksSearched === 0) {
    return 'There is no book on your shelves yet, so I have nothing to look in. Upload one, and ask me again.';
  }
  const where = bookTitle === null ? 'in your books, notes and highlights' : `in “${bookTitle}”`;
  return `I found nothing about ${inWords(question.words)} ${where}. Other words may help: names, places, things that are called so in the text.`;
}

function inWords(words: readonly string[]): string {
  const quotedWords = words.map((word) => `“${word}”`);
  if (quotedWords.length === 0) return 'your question';
  const last = quotedWords.at(-1);
  return quotedWords.length === 1 ? `${last}` : `${quotedWords.slice(0, -1).join(', ')} and ${last}`;
}

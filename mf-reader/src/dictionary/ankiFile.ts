import type { LookedUpWord } from '@lectern/shared-contracts/api/words.ts';

/**
 * A text file for Anki with one card per line: word, meaning, sentence and book, separated by tabs, with the file
 * headers of Anki 2.1.54 and later.
 * @param titleOf title of a book by id; null when unknown
 */
export function ankiFile(words: readonly LookedUpWord[], titleOf: (bookId: string) => string | null): string {
  const rows = words.map(({ headword, meaning, sentence, book_id }) =>
    [headword, meaning ?? '', sentence ?? '', (book_id === null ? null : titleOf(book_id)) ?? '']
      .map(fieldOf)
      .join('\t'),
  );
  return ['#separator:tab', '#html:false', '#columns:Word\tMeaning\tSentence\tBook', ...rows, ''].join('\n');
}

/** A field on one line. One with quotation marks, or with the sign of a comment at its start, is quoted, as in CSV. */
function fieldOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /"|^#/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

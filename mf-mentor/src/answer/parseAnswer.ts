/** A paragraph of an answer, split at its citations. */
export interface Block {
  /** 'hidden' is shown on request, as the answer of a quiz; 'ahead' is a quotation after the reader's place. */
  kind: 'text' | 'quote' | 'hidden' | 'ahead';
  /** Text and citation numbers in order. */
  parts: readonly Part[];
  /** Citations that appear for the first time. */
  notes: readonly number[];
}

/** `marked`: a word that was searched for. */
export type Part = { text: string; marked?: true } | { cite: number };

const beginnings = { '> ': 'quote', '||> ': 'ahead', '|| ': 'hidden' } as const;

/**
 * Splits an answer into paragraphs: '> ' begins a quotation, '||> ' one after the reader's place, '|| ' a hidden text,
 * [1] cites, and the words between U+E000 and U+E001 are marked. Everything else is plain text: markup is shown as it
 * was written.
 * @param citationNumbers numbers of the citations; other numbers in brackets are text
 */
export function parseAnswer(answer: string, citationNumbers: ReadonlySet<number>): Block[] {
  const seen = new Set<number>();
  return answer
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => {
      const [, beginning = ''] = /^(\|\|> |\|\| |> )/.exec(paragraph) ?? [];
      const kind = beginnings[beginning as keyof typeof beginnings] ?? 'text';
      const parts = cutAtCitations(paragraph.slice(beginning.length), citationNumbers);
      const cited = parts.flatMap((part) => ('cite' in part ? [part.cite] : []));
      const notes = [...new Set(cited)].filter((number) => !seen.has(number));
      for (const number of notes) seen.add(number);
      return { kind, parts, notes };
    });
}

/** A text without the marks of words that were searched for. */
export const unmarked = (text: string): string => text.replaceAll(/[\uE000\uE001]/g, '');

function cutAtCitations(text: string, citationNumbers: ReadonlySet<number>): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.matchAll(/\s*\[(\d{1,3})\]/g)) {
    const number = Number(match[1]);
    if (!citationNumbers.has(number)) continue;
    parts.push(...cutAtMarks(text.slice(done, match.index)), { cite: number });
    done = match.index + match[0].length;
  }
  return [...parts, ...cutAtMarks(text.slice(done))];
}

function cutAtMarks(text: string): Part[] {
  return text.split(/(\uE000[^\uE001]*\uE001)/).flatMap((piece, at): Part[] => {
    const plain = unmarked(piece);
    if (plain === '') return [];
    return [at % 2 === 1 ? { text: plain, marked: true } : { text: plain }];
  });
}

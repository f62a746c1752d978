/** A paragraph of an answer, split at its citations. */
export interface Block {
  /** 'folded' is collapsed at first. */
  kind: 'text' | 'quote' | 'folded';
  /** Text and citation numbers in order. */
  parts: readonly Part[];
  /** Citations that appear for the first time. */
  notes: readonly number[];
}

export type Part = { text: string } | { cite: number };

/**
 * Splits an answer into paragraphs: '> ' begins a quotation, '|| ' a folded one, [1] cites. Everything else is plain
 * text: markup is shown as it was written.
 * @param citationNumbers numbers of the citations; other numbers in brackets are text
 */
export function parseAnswer(answer: string, citationNumbers: ReadonlySet<number>): Block[] {
  const seen = new Set<number>();
  return answer
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => {
      const kind = paragraph.startsWith('> ') ? 'quote' : paragraph.startsWith('|| ') ? 'folded' : 'text';
      const parts = cutAtCitations(
        kind === 'text' ? paragraph : paragraph.slice(paragraph.indexOf(' ') + 1),
        citationNumbers,
      );
      const cited = parts.flatMap((part) => ('cite' in part ? [part.cite] : []));
      const notes = [...new Set(cited)].filter((number) => !seen.has(number));
      for (const number of notes) seen.add(number);
      return { kind, parts, notes };
    });
}

function cutAtCitations(text: string, citationNumbers: ReadonlySet<number>): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.matchAll(/\s*\[(\d{1,3})\]/g)) {
    const number = Number(match[1]);
    if (!citationNumbers.has(number)) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ cite: number });
    done = match.index + match[0].length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

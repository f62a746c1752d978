/** Delimiters around a match: two characters of the private use area. */
export const markStart = '\uE000';
export const markEnd = '\uE001';

const marks = /[\uE000\uE001]/g;

export function unmarked(text: string): string {
  return text.replace(marks, '');
}

/** Range of the first match in the text without delimiters; empty at 0 when there is none. */
export function firstMatch(marked: string): { start: number; end: number } {
  const start = marked.indexOf(markStart);
  const end = marked.indexOf(markEnd, start);
  if (start < 0 || end < 0) return { start: 0, end: 0 };
  // Only the opening delimiter precedes the end of the first match.
  return { start, end: end - 1 };
}

/** About `length` characters around the first match, cut between words, with ellipses. Delimiters stay paired. */
export function excerpt(marked: string, length: number): string {
  const text = unmarked(marked);
  if (text.length <= length) return marked.trim();
  const match = firstMatch(marked);
  const lead = Math.max(0, Math.floor((length - (match.end - match.start)) / 3));
  const from = match.start - lead <= 0 ? 0 : nextWord(text, match.start - lead);
  const to = from + length >= text.length ? text.length : lastWord(text, from + length);
  const cut = sliceMarked(marked, from, Math.max(to, match.end));
  return `${from > 0 ? '… ' : ''}${cut.trim()}${to < text.length ? ' …' : ''}`;
}

function nextWord(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space < 0 || space - at > 40 ? at : space + 1;
}

/** The end of the word before `at`, unless it is far away. */
export function lastWord(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space < 0 || at - space > 40 ? at : space;
}

/** Slices by offsets in the text without delimiters, keeping complete matches. */
function sliceMarked(marked: string, from: number, to: number): string {
  let place = 0;
  let open = false;
  let cut = '';
  for (const unit of marked.split('')) {
    if (unit === markStart || unit === markEnd) {
      const within = unit === markStart ? place >= from && place < to : open;
      if (within) cut += unit;
      if (within) open = unit === markStart;
    } else {
      if (place >= from && place < to) cut += unit;
      place += 1;
    }
    if (place >= to && !open) break;
  }
  return open ? cut + markEnd : cut;
}

import { Fragment } from 'react';

/** Characters before the first match; about one line. */
const before = 40;

/** A passage from shortly before its first match, without the chapter's title that it may begin with. */
export function aroundMatch(text: string, chapter: string | null): string {
  const passage = chapter && text.startsWith(chapter) ? text.slice(chapter.length).trimStart() : text;
  const start = passage.indexOf('\uE000') - before;
  const space = passage.indexOf(' ', start);
  return start <= 0 || space < 0 || space > start + before ? passage : `… ${passage.slice(space + 1)}`;
}

/** Renders text with matches between U+E000 and U+E001. */
export function MarkedText({ text }: { text: string }) {
  return text.split(/(\uE000[^\uE001]*\uE001)/u).map((part, index) => {
    const key = `${index}`;
    if (!part.startsWith('\uE000'))
      return <Fragment key={key}>{part.replace(/[\uE000\uE001]/gu, '')}</Fragment>;
    return <mark key={key}>{part.slice(1, -1)}</mark>;
  });
}

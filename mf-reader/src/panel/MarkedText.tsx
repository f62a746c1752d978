import { Fragment } from 'react';

/** Renders text with matches between U+E000 and U+E001. */
export function MarkedText({ text }: { text: string }) {
  return text.split(/(\uE000[^\uE001]*\uE001)/u).map((part, index) => {
    const key = `${index}`;
    if (!part.startsWith('\uE000'))
      return <Fragment key={key}>{part.replace(/[\uE000\uE001]/gu, '')}</Fragment>;
    return <mark key={key}>{part.slice(1, -1)}</mark>;
  });
}

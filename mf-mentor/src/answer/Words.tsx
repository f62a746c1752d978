import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import type { Part } from './parseAnswer.ts';

export interface WordsProps {
  parts: readonly Part[];
  citations: ReadonlyMap<number, Citation>;
}

/** The text of a paragraph with its marked words, and its citations as links to the passages. */
export function Words({ parts, citations }: WordsProps) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  return parts.map((part, index) => {
    if ('text' in part) return part.marked ? <mark key={index}>{part.text}</mark> : part.text;
    const citation = citations.get(part.cite);
    if (!citation) return null;
    return (
      <sup key={index}>
        <Link
          to={`/read/${citation.book_id}`}
          state={{ position: citation.position }}
          aria-label={t('Source {{number}}: {{title}}', { number: part.cite, title: citation.book_title })}
        >
          {part.cite}
        </Link>
      </sup>
    );
  });
}

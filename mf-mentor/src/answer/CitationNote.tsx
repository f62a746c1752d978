import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Citation } from '@lectern/shared-contracts/api/search.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { color, font, media, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export interface CitationNoteProps {
  citation: Citation;
  /** For its cover; undefined while the books are loading. */
  book: Book | undefined;
}

/** The source of a citation, with a link to the passage. */
export function CitationNote({ citation, book }: CitationNoteProps) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const kinds = { passage: null, note: t('Your note'), highlight: t('Your highlight') };
  return (
    <Note>
      <div>
        <Cover
          size="fluid"
          title={citation.book_title}
          author={citation.author}
          src={book?.cover_url ?? undefined}
          decorative
        />
      </div>
      <div>
        <cite lang={book && titleLanguage(book)}>
          <sup aria-hidden>{citation.number}</sup> {citation.book_title}
        </cite>
        {citation.author ? <small>{citation.author}</small> : null}
        {citation.chapter ? <small lang={book?.language ?? undefined}>{citation.chapter}</small> : null}
        {kinds[citation.kind] ? <Kind>{kinds[citation.kind]}</Kind> : null}
        <Link
          to={`/read/${citation.book_id}`}
          state={{ position: citation.position }}
          aria-label={t('Open in the book: {{title}}, source {{number}}', {
            title: citation.book_title,
            number: citation.number,
          })}
        >
          {t('Open in the book')}
        </Link>
      </div>
    </Note>
  );
}

const Note = styled.div`
  display: grid;
  grid-template-columns: 2.5rem minmax(0, 1fr);
  gap: ${space(3)};
  font-size: ${type.small};
  line-height: 1.4;
  & > div { min-inline-size: 0; }
  & > :first-child { padding-block-start: 2px; }
  & cite { display: block; font-style: normal; overflow-wrap: anywhere; }
  & small { display: block; color: ${color.textMuted}; overflow-wrap: anywhere; }
  & a { display: inline-flex; align-items: center; margin-block-start: ${space(1)}; }
  @media ${media.narrow} { & a { min-block-size: ${touchTarget}; } }
`;

const Kind = styled.small`
  font-family: ${font.reading};
  font-style: var(--quotation-style);
`;

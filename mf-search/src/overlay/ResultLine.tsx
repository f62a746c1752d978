import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { CornerDownRight, LibraryBig } from 'lucide-react';
import { memo } from 'react';
import { styled } from 'styled-components';
import { Marked } from '../marks/Marked.tsx';
import type { Found } from '../results/found.ts';

/** A book with its cover, a note with its colour at the margin, a collection, a passage as a quotation. */
export const ResultLine = memo(function ResultLine({ found }: { found: Found }) {
  const t = useTranslate();
  const { title, detail } = found.shown();
  switch (found.group) {
    case 'books':
      return (
        <Line>
          <Thumb>
            <Cover
              size="fluid"
              title={found.book.title}
              author={found.book.author}
              src={found.book.cover_url ?? undefined}
              decorative
            />
          </Thumb>
          <Words>
            <Title>
              <Marked segments={title} />
            </Title>
            <small>
              <Marked segments={detail} />
            </small>
          </Words>
          <End>
            {found.book.completed
              ? t('Completed')
              : found.book.progress > 0
                ? `${Math.round(found.book.progress)} %`
                : ''}
          </End>
        </Line>
      );
    case 'notes':
      return (
        <Quote style={{ borderInlineStartColor: inkOf(found.writing.color) }}>
          <Title>
            <Marked segments={title} />
          </Title>
          {detail.length > 0 ? (
            <span>
              <Marked segments={detail} />
            </span>
          ) : null}
          {found.writing.bookTitle ? <small>{found.writing.bookTitle}</small> : null}
        </Quote>
      );
    case 'collections':
      return (
        <Line>
          <LibraryBig aria-hidden />
          <Words>
            <Title>
              <Marked segments={title} />
            </Title>
            {detail.length > 0 ? (
              <small>
                <Marked segments={detail} />
              </small>
            ) : null}
          </Words>
          <End>{found.books === null ? '' : t('{{count}} books', { count: found.books })}</End>
        </Line>
      );
    case 'commands':
      return (
        <Line>
          <CornerDownRight aria-hidden />
          <Words>
            <span>
              <Marked segments={title} />
            </span>
          </Words>
        </Line>
      );
    case 'passages':
      return (
        <Quote>
          <span>
            <Marked segments={title} />
          </span>
          <small>{[found.passage.book_title, found.passage.chapter].filter(Boolean).join(', ')}</small>
        </Quote>
      );
  }
});

const inks: Readonly<Record<string, string>> = {
  yellow: color.highlightYellow,
  green: color.highlightGreen,
  blue: color.highlightBlue,
  pink: color.highlightPink,
  purple: color.highlightPurple,
};

/** Only the five colours that notes have; anything else is drawn as a plain rule. */
function inkOf(name: string | null): string {
  return (name !== null && inks[name]) || color.line;
}

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-inline-size: 0;
  & > svg { flex: none; inline-size: 1.25rem; block-size: 1.25rem; color: ${color.textMuted}; }
`;

const Thumb = styled.div`
  flex: none;
  inline-size: 2rem;
`;

const Words = styled.div`
  flex: 1;
  min-inline-size: 0;
  & > * { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & > small { color: ${color.textMuted}; }
`;

const Title = styled.span`
  font-family: ${font.reading};
`;

const End = styled.small`
  flex: none;
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
`;

const Quote = styled.div`
  display: grid;
  gap: ${space(0.5)};
  min-inline-size: 0;
  padding-inline-start: ${space(3)};
  border-inline-start: 3px solid ${color.line};
  font-family: ${font.reading};
  font-size: ${type.small};
  line-height: 1.45;
  & > small { color: ${color.textMuted}; font-family: ${font.interface}; }
`;

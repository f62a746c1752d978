import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { clamp } from '@lectern/shared-ui/clamp.styles.ts';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { Square, SquareCheck, Star } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../../books/BookCover.tsx';
import { BookMenu } from '../../books/commands/BookMenu.tsx';
import { StopButton } from '../../books/commands/SessionButtons.tsx';
import { formatDay } from '../../books/formats.ts';
import { NotHere } from '../../books/NotHere.tsx';
import { useBookFacts } from '../../books/useBookFacts.ts';
import { BookLink } from './BookLink.tsx';
import type { BookItemProps } from './bookListProps.ts';
import { denseRowHeight, listRowHeight } from './gridLayout.ts';
import type { ListColumn } from './listColumns.ts';

interface BookRowProps extends BookItemProps {
  /** A compact row, with a small cover and one line of text. */
  dense: boolean;
  /** Those beside title and commands. */
  columns: readonly ListColumn[];
  /** One-based, including the header row. */
  rowIndex: number;
}

/** A book as a table row. */
export const BookRow = memo(function BookRow(props: BookRowProps) {
  const { book, dense, columns, rowIndex, reachable, highlighted, stack, onToggle, selected } = props;
  const { i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const { statusText, percent, away } = useBookFacts(book);
  const tabIndex = reachable ? 0 : -1;
  const shownPercent = book.completed ? 100 : (percent ?? 0);
  const percentText = t('{{percent}}%', { percent: shownPercent });
  const beneath = [statusText, percent === null ? null : percentText].filter(Boolean).join(' · ');
  const cells: Record<ListColumn, ReactNode> = {
    author: <bdi>{book.author}</bdi>,
    status: stack ? '' : statusText,
    progress:
      stack || (percent === null && !book.completed) ? null : (
        <>
          <ProgressBar
            label={t('Progress of {{title}}', { title: book.title })}
            value={shownPercent}
            valueText={percentText}
          />
          <span aria-hidden>{percentText}</span>
        </>
      ),
    rating: book.rating ? (
      <Stars role="img" aria-label={t('{{count}} of 5 stars', { count: book.rating })}>
        {book.rating}
        <Star />
      </Stars>
    ) : null,
    pages: book.page_count > 0 && book.format !== 'epub' ? book.page_count : null,
    genre: <bdi>{book.genre}</bdi>,
    tags: stack ? null : <bdi>{book.tags.join(', ')}</bdi>,
    added: formatDay(book.created_at, language),
    opened: book.last_opened ? formatDay(book.last_opened, language) : '–',
  };
  return (
    <Row
      data-book-id={book.id}
      data-highlighted={highlighted || undefined}
      data-selected={selected || undefined}
      data-dense={dense || undefined}
      aria-rowindex={rowIndex}
      draggable={!stack && !onToggle}
    >
      <th scope="row">
        <BookLink {...props}>
          {onToggle ? selected ? <SquareCheck aria-hidden /> : <Square aria-hidden /> : null}
          <Face
            book={book}
            stack={stack}
            away={away}
            author={!columns.includes('author')}
            beneath={columns.length === 0 ? beneath : ''}
          />
        </BookLink>
      </th>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          {cells[column]}
        </td>
      ))}
      <td data-column="commands">
        {onToggle || stack ? null : (
          <span>
            <StopButton book={book} tabIndex={tabIndex} />
            <BookMenu book={book} tabIndex={tabIndex} />
          </span>
        )}
      </td>
    </Row>
  );
});

interface FaceProps extends Pick<BookRowProps, 'book' | 'stack'> {
  /** Not on this device, without a network. */
  away: boolean;
  /** Shown below the title, where it is no column. */
  author: boolean;
  /** Status and progress, where there are no columns. */
  beneath: string;
}

/** What a click opens or selects. */
function Face({ book, stack, away, author, beneath }: FaceProps) {
  const t = useTranslate();
  return (
    <>
      <Thumb>
        <BookCover book={book} size="thumbnail" />
        {away ? <NotHere /> : null}
      </Thumb>
      <Words>
        <Title dir="auto" lang={stack ? (book.language ?? undefined) : titleLanguage(book)}>
          {stack?.series ?? book.title}
        </Title>
        {author ? <Author dir="auto">{book.author}</Author> : null}
        {stack ? (
          <small>{t('{{count}} books', { count: stack.books.length })}</small>
        ) : (
          <>
            {beneath ? <small>{beneath}</small> : null}
            {book.cover_source === 'generated' ? <small>{t('AI-generated cover')}</small> : null}
          </>
        )}
      </Words>
    </>
  );
}

const Row = styled.tr`
  block-size: ${listRowHeight / 16}rem;
  && > * { padding-block: 0; }
  &[data-highlighted] { background: ${color.accentSoft}; outline: 2px solid ${color.accent}; outline-offset: -2px; }

  &[data-dense] {
    block-size: ${denseRowHeight / 16}rem;
    & > th > :is(a, button) { gap: ${space(3)}; padding-block: 0; }
    & > th > :is(a, button) > span:first-of-type { inline-size: 1.75rem; }
    & > th > :is(a, button) > span > * { -webkit-line-clamp: 1; line-height: 1.25; }
    & > th > :is(a, button) > span > small { display: none; }
    & > td { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  }

  &[data-selected] { background: ${color.accentSoft}; }

  & > th > :is(a, button) {
    display: flex;
    inline-size: 100%;
    padding-inline: 0;
    border: 0;
    background: none;
    text-align: start;
    font-weight: inherit;
    align-items: center;
    gap: ${space(4)};
    padding-block: ${space(2)};
    color: inherit;
    text-decoration: none;
    border-radius: ${radius.cover};
    outline-offset: -2px;
  }
  & > th > button > svg { flex: none; inline-size: 1.25rem; block-size: 1.25rem; color: ${color.accent}; }
  & > th > :is(a, button):hover > span > :first-child { text-decoration: underline; text-underline-offset: 0.2em; }
  & > td { overflow-wrap: anywhere; }
  & > [data-column='progress'] {
    & > span { color: ${color.textMuted}; font-size: ${type.caption}; }
  }
  & > [data-column='commands'] > span { display: flex; justify-content: flex-end; white-space: nowrap; }
  @container (max-width: 600px) {
    &:not([data-dense]) > [data-column='commands'] > span { flex-direction: column-reverse; align-items: flex-end; }
    /* A low row has no room for it. */
    &[data-dense] > [data-column='commands'] > span > :first-child:not(:last-child) { display: none; }
  }
`;

const Thumb = styled.span`
  position: relative;
  flex: none;
  inline-size: 4rem;
`;

const Words = styled.span`
  display: grid;
  min-inline-size: 0;
  & > small { color: ${color.textMuted}; font-weight: 400; }
`;

const Stars = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  & > svg { inline-size: 0.875rem; block-size: 0.875rem; fill: currentColor; }
`;

const Title = styled.span`
  ${clamp(2)}
  font-family: ${font.reading};
  font-size: ${type.body};
  font-weight: 500;
  line-height: 1.35;
`;

const Author = styled.span`
  ${clamp(1)}
  color: ${color.textMuted};
  font-weight: 400;
`;

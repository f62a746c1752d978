import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { memo } from 'react';
import { styled } from 'styled-components';
import { BookCover } from './BookCover.tsx';
import { BookMenu } from './BookMenu.tsx';
import { formatDay } from './formatDay.ts';
import { listRowHeight } from './gridLayout.ts';
import { StopButton } from './StopButton.tsx';
import { useBookFacts } from './useBookFacts.ts';

interface BookRowProps {
  book: Book;
  /** Counted from 1, the head of the table included. */
  rowIndex: number;
  reachable: boolean;
  highlighted: boolean;
}

/** A book as a row of the list. */
export const BookRow = memo(function BookRow({ book, rowIndex, reachable, highlighted }: BookRowProps) {
  const { navigation, i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const { statusText, percent } = useBookFacts(book);
  const tabIndex = reachable ? 0 : -1;
  const shownPercent = book.completed ? 100 : (percent ?? 0);
  const percentText = t('{{percent}} %', { percent: shownPercent });
  return (
    <Row data-book-id={book.id} data-highlighted={highlighted || undefined} aria-rowindex={rowIndex}>
      <th scope="row">
        <navigation.Link to={`/read/${book.id}`} tabIndex={tabIndex}>
          <BookCover book={book} size="thumbnail" badge={false} />
          <Words>
            <Title dir="auto">{book.title}</Title>
            <Author dir="auto">{book.author}</Author>
            <Beneath>
              {[statusText, percent === null ? null : percentText].filter(Boolean).join(' · ')}
            </Beneath>
            {book.cover_source === 'generated' ? <small>{t('AI-generated cover')}</small> : null}
          </Words>
        </navigation.Link>
      </th>
      <td data-column="status">{statusText}</td>
      <td data-column="progress">
        <ProgressBar
          label={t('Progress of {{title}}', { title: book.title })}
          value={shownPercent}
          valueText={percentText}
        />
        <span aria-hidden>{percentText}</span>
      </td>
      <td data-column="added">{formatDay(book.created_at, language)}</td>
      <td data-column="opened">{book.last_opened ? formatDay(book.last_opened, language) : '–'}</td>
      <td data-column="commands">
        <span>
          <StopButton book={book} tabIndex={tabIndex} />
          <BookMenu book={book} tabIndex={tabIndex} />
        </span>
      </td>
    </Row>
  );
});

const Row = styled.tr`
  block-size: ${listRowHeight}px;
  && > * { padding-block: 0; }
  &[data-highlighted] { background: ${color.accentSoft}; outline: 2px solid ${color.accent}; outline-offset: -2px; }

  & > th > a {
    display: flex;
    align-items: center;
    gap: ${space(4)};
    padding-block: ${space(2)};
    color: inherit;
    text-decoration: none;
    border-radius: ${radius.cover};
    outline-offset: -2px;
  }
  & > th > a:hover > span > :first-child { text-decoration: underline; text-underline-offset: 0.2em; }
  & > [data-column='progress'] {
    inline-size: 9rem;
    & > span { color: ${color.textMuted}; font-size: ${type.caption}; }
  }
  & > [data-column='commands'] > span { display: flex; justify-content: flex-end; }
  @container (max-width: 600px) {
    & > [data-column='commands'] > span { flex-direction: column-reverse; align-items: flex-end; }
  }
`;

const Words = styled.span`
  display: grid;
  min-inline-size: 0;
  & > small { color: ${color.textMuted}; font-weight: 400; }
`;

/** What has no column of its own where the list is narrow. */
const Beneath = styled.small`
  display: none;
  @container (max-width: 600px) { display: block; }
`;

const clamp = `
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  overflow-wrap: anywhere;
`;

const Title = styled.span`
  ${clamp}
  -webkit-line-clamp: 2;
  font-family: ${font.reading};
  font-size: ${type.body};
  font-weight: 500;
  line-height: 1.35;
`;

const Author = styled.span`
  ${clamp}
  -webkit-line-clamp: 1;
  color: ${color.textMuted};
  font-weight: 400;
`;

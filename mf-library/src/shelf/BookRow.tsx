import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { clamp } from '@lectern/shared-ui/clamp.styles.ts';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { Square, SquareCheck } from 'lucide-react';
import { memo } from 'react';
import { styled } from 'styled-components';
import { BookMenu } from '../bookCommands/BookMenu.tsx';
import { StopButton } from '../bookCommands/StopButton.tsx';
import { BookCover } from '../books/BookCover.tsx';
import { bookAddress } from '../books/bookAddress.ts';
import { formatDay } from '../books/formatDay.ts';
import { type SeriesStack, seriesAddress } from '../books/seriesStacks.ts';
import { useBookFacts } from '../books/useBookFacts.ts';
import { denseRowHeight, listRowHeight } from './gridLayout.ts';

interface BookRowProps {
  book: Book;
  /** A compact row, with a small cover and one line of text. */
  dense: boolean;
  /** One-based, including the header row. */
  rowIndex: number;
  reachable: boolean;
  highlighted: boolean;
  /** The grouped series that this book represents. */
  stack?: SeriesStack;
  /** Given in selection mode: a click selects instead of opening. */
  onToggle?: (book: Book, through: boolean) => void;
  selected?: boolean;
}

/** A book as a table row. */
export const BookRow = memo(function BookRow({
  book,
  dense,
  rowIndex,
  reachable,
  highlighted,
  stack,
  onToggle,
  selected = false,
}: BookRowProps) {
  const { navigation, i18n } = useHost();
  const t = useTranslate();
  const language = useReadable(i18n.language);
  const { statusText, percent } = useBookFacts(book);
  const tabIndex = reachable ? 0 : -1;
  const shownPercent = book.completed ? 100 : (percent ?? 0);
  const percentText = t('{{percent}}%', { percent: shownPercent });
  const beneath = [statusText, percent === null ? null : percentText].filter(Boolean).join(' · ');
  const face = <Face book={book} stack={stack} beneath={beneath} />;
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
        {onToggle ? (
          // biome-ignore lint/a11y/useSemanticElements: a checkbox of the browser cannot hold a cover
          <button
            type="button"
            role="checkbox"
            aria-checked={selected}
            tabIndex={tabIndex}
            onClick={(event) => onToggle(book, event.shiftKey)}
          >
            {selected ? <SquareCheck aria-hidden /> : <Square aria-hidden />}
            {face}
          </button>
        ) : (
          <navigation.Link to={stack ? seriesAddress(stack) : bookAddress(book)} tabIndex={tabIndex}>
            {face}
          </navigation.Link>
        )}
      </th>
      <td data-column="status">{stack ? '' : statusText}</td>
      <td data-column="progress">
        {stack || (percent === null && !book.completed) ? null : (
          <>
            <ProgressBar
              label={t('Progress of {{title}}', { title: book.title })}
              value={shownPercent}
              valueText={percentText}
            />
            <span aria-hidden>{percentText}</span>
          </>
        )}
      </td>
      <td data-column="added">{formatDay(book.created_at, language)}</td>
      <td data-column="opened">{book.last_opened ? formatDay(book.last_opened, language) : '–'}</td>
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
  /** Shown where the columns are hidden. */
  beneath: string;
}

/** What a click opens or selects. */
function Face({ book, stack, beneath }: FaceProps) {
  const t = useTranslate();
  return (
    <>
      <BookCover book={book} size="thumbnail" badge={false} />
      <Words>
        <Title dir="auto" lang={stack ? (book.language ?? undefined) : titleLanguage(book)}>
          {stack?.series ?? book.title}
        </Title>
        <Author dir="auto">{book.author}</Author>
        {stack ? (
          <small>{t('{{count}} books', { count: stack.books.length })}</small>
        ) : (
          <>
            <Beneath>{beneath}</Beneath>
            {book.cover_source === 'generated' ? <small>{t('AI-generated cover')}</small> : null}
          </>
        )}
      </Words>
    </>
  );
}

const Row = styled.tr`
  block-size: ${listRowHeight}px;
  && > * { padding-block: 0; }
  &[data-highlighted] { background: ${color.accentSoft}; outline: 2px solid ${color.accent}; outline-offset: -2px; }

  &[data-dense] {
    block-size: ${denseRowHeight}px;
    & > th > :is(a, button) { padding-block: ${space(0.5)}; }
    & > th > :is(a, button) > span:first-of-type { inline-size: 2rem; }
    & > th > :is(a, button) > span > * { -webkit-line-clamp: 1; }
    & > th > :is(a, button) > span > small { display: none; }
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

/** Values of hidden columns in narrow tables. */
const Beneath = styled.small`
  display: none;
  @container (max-width: 600px) { display: block; }
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

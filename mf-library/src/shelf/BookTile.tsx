import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Check, CircleCheck, Download, Heart } from 'lucide-react';
import { memo } from 'react';
import { BookMenu } from '../bookCommands/BookMenu.tsx';
import { StopButton } from '../bookCommands/StopButton.tsx';
import { BookCover } from '../books/BookCover.tsx';
import { bookAddress } from '../books/bookAddress.ts';
import { type SeriesStack, seriesAddress } from '../books/seriesStacks.ts';
import { type BookFacts, useBookFacts } from '../books/useBookFacts.ts';
import {
  Author,
  Command,
  CoverFrame,
  Details,
  Foot,
  Marks,
  ProgressLine,
  Tick,
  Tile,
  Title,
} from './bookTile.styles.ts';
import { stopButtonTop } from './gridLayout.ts';

export interface BookTileProps {
  book: Book;
  /** CSS pixels. */
  coverWidth: number;
  /** It is in the tab order (roving tabindex). */
  reachable: boolean;
  highlighted?: boolean;
  /** The grouped series that this book represents. */
  stack?: SeriesStack;
  /** Given in selection mode: a click selects instead of opening. */
  onToggle?: (book: Book, through: boolean) => void;
  selected?: boolean;
  /** At the start of the list: its cover is loaded eagerly. */
  eager?: boolean;
}

/** A book as a tile: cover, title, author; more on hover and focus. */
export const BookTile = memo(function BookTile({
  book,
  coverWidth,
  reachable,
  highlighted,
  stack,
  onToggle,
  selected = false,
  eager,
}: BookTileProps) {
  const { navigation } = useHost();
  const t = useTranslate();
  const facts = useBookFacts(book);
  const tabIndex = reachable ? 0 : -1;
  const face = <Face {...{ book, coverWidth, stack, eager, facts }} ticked={onToggle && selected} />;
  return (
    <Tile
      data-book-id={book.id}
      data-highlighted={highlighted || undefined}
      draggable={!stack && !onToggle}
      style={{ inlineSize: coverWidth }}
    >
      {onToggle ? (
        // biome-ignore lint/a11y/useSemanticElements: a checkbox of the browser cannot hold a cover
        <button
          type="button"
          role="checkbox"
          aria-checked={selected}
          tabIndex={tabIndex}
          onClick={(event) => onToggle(book, event.shiftKey)}
        >
          {face}
        </button>
      ) : (
        <navigation.Link to={stack ? seriesAddress(stack) : bookAddress(book)} tabIndex={tabIndex}>
          {face}
        </navigation.Link>
      )}
      {onToggle || stack ? null : (
        <>
          <Marks>
            {facts.status === 'completed' ? <CircleCheck aria-label={t('Completed')} role="img" /> : null}
            {book.favorite ? <Heart aria-label={t('Favorite')} role="img" /> : null}
            {facts.offline ? <Download aria-label={t('Available offline')} role="img" /> : null}
          </Marks>
          <Command data-quiet>
            <BookMenu book={book} tabIndex={tabIndex} />
          </Command>
          <Command data-quiet style={{ insetBlockStart: stopButtonTop(coverWidth) }}>
            <StopButton book={book} tabIndex={tabIndex} />
          </Command>
        </>
      )}
    </Tile>
  );
});

interface FaceProps extends Pick<BookTileProps, 'book' | 'coverWidth' | 'stack' | 'eager'> {
  facts: BookFacts;
  /** Whether the book is selected; undefined outside of selection mode. */
  ticked: boolean | undefined;
}

/** What a click opens or selects. */
function Face({ book, coverWidth, stack, eager, facts, ticked }: FaceProps) {
  const t = useTranslate();
  const { status, statusText, percent } = facts;
  const progress = percent === null ? null : t('{{percent}}%', { percent });
  const words = stack
    ? t('{{count}} books', { count: stack.books.length })
    : [statusText, progress].filter(Boolean).join(' · ');
  const title = stack?.series ?? book.title;
  return (
    <>
      <CoverFrame data-stack={stack ? true : undefined}>
        <BookCover book={book} width={coverWidth} eager={eager} />
        <Details aria-hidden data-status={status}>
          <span>{words}</span>
        </Details>
        {percent === null || stack ? null : (
          <ProgressLine aria-hidden>
            <i style={{ inlineSize: `${percent}%` }} />
          </ProgressLine>
        )}
        {ticked === undefined ? null : (
          <Tick aria-hidden data-on={ticked || undefined}>
            <Check />
          </Tick>
        )}
      </CoverFrame>
      <Title dir="auto" lang={stack ? (book.language ?? undefined) : titleLanguage(book)} title={title}>
        {title}
      </Title>
      <Foot>
        <Author dir="auto">{book.author}</Author>
        {stack ? (
          <span aria-hidden>{stack.books.length}</span>
        ) : progress ? (
          <span aria-hidden>{progress}</span>
        ) : null}
      </Foot>
      <VisuallyHidden>{words}</VisuallyHidden>
    </>
  );
}

import { titleLanguage } from '@lectern/shared-contracts/domain/books/titleLanguage.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { clamp } from '@lectern/shared-ui/clamp.styles.ts';
import {
  color,
  duration,
  easing,
  font,
  media,
  radius,
  shadow,
  space,
  type,
} from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Check, CircleCheck, Download, Heart } from 'lucide-react';
import { memo } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../../books/BookCover.tsx';
import { BookMenu } from '../../books/commands/BookMenu.tsx';
import { StopButton } from '../../books/commands/SessionButtons.tsx';
import { NotHere } from '../../books/NotHere.tsx';
import { type BookFacts, useBookFacts } from '../../books/useBookFacts.ts';
import { BookLink } from './BookLink.tsx';
import type { BookItemProps } from './bookListProps.ts';
import { stopButtonTop } from './gridLayout.ts';

export interface BookTileProps extends BookItemProps {
  /** CSS pixels. */
  coverWidth: number;
  /** At the start of the list: its cover is loaded eagerly. */
  eager?: boolean;
}

/** A book as a tile: cover, title, author; more on hover and focus. */
export const BookTile = memo(function BookTile(props: BookTileProps) {
  const { book, coverWidth, reachable, highlighted, stack, onToggle, selected = false, eager } = props;
  const t = useTranslate();
  const facts = useBookFacts(book);
  const tabIndex = reachable ? 0 : -1;
  return (
    <Tile
      data-book-id={book.id}
      data-highlighted={highlighted || undefined}
      draggable={!stack && !onToggle}
      style={{ inlineSize: coverWidth }}
    >
      <BookLink {...props}>
        <Face {...{ book, coverWidth, stack, eager, facts }} ticked={onToggle && selected} />
      </BookLink>
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
        {facts.away && !stack ? <NotHere /> : null}
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

const Tile = styled.article`
  position: relative;

  & > :is(a, button) {
    display: block;
    inline-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    text-decoration: none;
    outline-offset: 6px;
    border-radius: ${radius.cover};
  }
  &[data-highlighted] > :is(a, button) {
    outline: 3px solid ${color.accent};
  }
`;

const CoverFrame = styled.span`
  position: relative;
  /* Overlays on the cover stay below the buttons, which are not part of the link. */
  isolation: isolate;
  display: block;
  margin-block-end: ${space(2)};
  border-radius: ${radius.cover};
  overflow: hidden;
  box-shadow: ${shadow.cover};
  /*
   * Shadow and round corners of the cover, painted once,
   * since they are painted for every cover that scrolls by.
   */
  &:not([data-stack]) > :first-child { border-radius: 0; box-shadow: none; overflow: visible; }
  transition: transform ${duration.normal} ${easing};
  @media ${media.hover} {
    :is(a, button):hover > & { transform: translateY(-3px); }
  }
  /* Edges of two more books, for a grouped series. */
  &[data-stack] {
    overflow: visible;
    box-shadow:
      5px -5px 0 -1px ${color.surfaceRaised}, 5px -5px 0 0 ${color.lineStrong},
      10px -10px 0 -1px ${color.surfaceRaised}, 10px -10px 0 0 ${color.line};
  }
`;

/** Whether the book is selected. */
const Tick = styled.span`
  position: absolute;
  inset-block-start: ${space(2)};
  inset-inline-end: ${space(2)};
  z-index: 3;
  display: grid;
  place-content: center;
  inline-size: 1.75rem;
  block-size: 1.75rem;
  border: 2px solid #fbf4e8;
  border-radius: ${radius.round};
  background: rgb(28 21 16 / 60%);
  box-shadow: 0 0 0 1px rgb(28 21 16 / 82%);
  color: transparent;
  & > svg { inline-size: 1rem; block-size: 1rem; stroke-width: 3; }
  &[data-on] { background: ${color.accent}; color: ${color.accentText}; }
`;

/** Shown on hover and focus, over the lower part of the cover. */
const Details = styled.span`
  position: absolute;
  inset-inline: 0;
  inset-block-end: 0;
  z-index: 1;
  display: flex;
  align-items: end;
  min-block-size: 3.25rem;
  padding: ${space(5)} ${space(2.5)} ${space(2.5)};
  background: linear-gradient(to top, rgb(20 14 10 / 92%) 55%, rgb(20 14 10 / 0%));
  color: #fbf4e8;
  font-size: ${type.caption};
  font-weight: 500;
  opacity: 0;
  transition: opacity ${duration.normal};
  :is(a, button):hover > * > &, :is(a, button):focus-visible > * > & { opacity: 1; }
`;

const ProgressLine = styled.span`
  position: absolute;
  inset-inline: 0;
  inset-block-end: 0;
  z-index: 2;
  block-size: 4px;
  background: rgb(20 14 10 / 55%);
  & > i { display: block; block-size: 100%; background: #c9dfc4; }
`;

const oneLine = `
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Title = styled.span`
  ${clamp(2)}
  font-family: ${font.reading};
  font-size: ${type.small};
  font-weight: 500;
  line-height: 1.4;
`;

const Foot = styled.span`
  display: flex;
  justify-content: space-between;
  gap: ${space(2)};
  min-block-size: 1.4em;
  color: ${color.textMuted};
  font-size: ${type.caption};
  line-height: 1.4;
  & > :last-child { flex: none; font-variant-numeric: tabular-nums; }
  & > :first-child { flex: 1; min-inline-size: 0; }
`;

const Author = styled.span`
  ${oneLine}
`;

const Marks = styled.span`
  position: absolute;
  inset-block-start: ${space(1.5)};
  inset-inline-start: ${space(1.5)};
  display: flex;
  gap: ${space(1)};
  pointer-events: none;
  & > svg {
    inline-size: 1.375rem;
    block-size: 1.375rem;
    padding: 3px;
    border-radius: ${radius.round};
    background: rgb(28 21 16 / 82%);
    color: #fbf4e8;
  }
`;

/**
 * On the cover with its own background, since covers have any color. Hidden until hover or
 * focus where there is a mouse.
 */
const Command = styled.span`
  position: absolute;
  z-index: 1;
  inset-block-start: ${space(1.5)};
  inset-inline-end: ${space(1.5)};

  & > button {
    max-inline-size: 100%;
    border-radius: ${radius.round};
    background: rgb(28 21 16 / 82%);
    color: #fbf4e8;
    &:hover, &[data-state='open'] { background: rgb(28 21 16 / 96%); color: #fff; }
    @media ${media.narrow} {
      /* A touch target of 44 px without covering more of the cover. */
      min-inline-size: 2.25rem;
      min-block-size: 2.25rem;
      &::after { content: ''; position: absolute; inset: -4px; }
    }
  }
  @media ${media.hover} {
    &[data-quiet] > button { opacity: 0; transition: opacity ${duration.fast}; }
    ${Tile}:hover &[data-quiet] > button,
    ${Tile}:focus-within &[data-quiet] > button,
    &[data-quiet] > button[data-state='open'] { opacity: 1; }
  }
`;

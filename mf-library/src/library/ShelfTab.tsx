import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { formatName, languageName } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import type { StatusFilter } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { Shelf } from '@lectern/shared-ui/illustrations/Shelf.tsx';
import { scrollFade } from '@lectern/shared-ui/scrollFade.styles.ts';
import {
  color,
  duration,
  easing,
  layer,
  media,
  radius,
  shadow,
  space,
  type,
} from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { PencilLine, Plus, X } from 'lucide-react';
import { type KeyboardEvent, memo, useState } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../books/BookCover.tsx';
import { EmptyLibrary } from '../books/EmptyLibrary.tsx';
import { newestBooks } from '../books/selectBooks.ts';
import { accessibilityName, filterNames, type ShelfFilters } from '../books/shelfFilters.ts';
import { LazyDialog } from '../data/LazyView.tsx';
import { ShelfControls } from './ShelfControls.tsx';
import { BookGrid } from './shelf/BookGrid.tsx';
import { BookTable } from './shelf/BookTable.tsx';
import { LetterIndex } from './shelf/LetterIndex.tsx';
import { useLibraryPreferences } from './useLibraryPreferences.ts';
import { type Narrowing, useShelf } from './useShelf.ts';

const loadSelectionBar = () => import('./shelf/SelectionBar.tsx').then(({ SelectionBar }) => SelectionBar);
const loadRenaming = () => import('./RenameTagDialog.tsx').then(({ RenameTagDialog }) => RenameTagDialog);
const loadTray = () => import('./shelf/CollectionTray.tsx').then(({ CollectionTray }) => CollectionTray);

/**
 * The tab 'Library': newest books, filters, and all books as a grid or table.
 * Memoized: counts of other tabs do not render it.
 */
export const ShelfTab = memo(function ShelfTab({ books }: { books: readonly Book[] }) {
  const { view, order, setOrder, grouped, dense, columns } = useLibraryPreferences();
  const t = useTranslate();
  const shelf = useShelf(books, order, grouped);
  const { shown, selection, drag, letters, list } = shelf;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!selection.on) return;
    if (event.key === 'Escape' && !event.defaultPrevented) selection.end();
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && isBook(event.target)) {
      event.preventDefault();
      selection.all();
    }
  };

  if (books.length === 0) return <EmptyLibrary />;
  const highlighted = books.find(({ id }) => id === shelf.highlightedId);
  const listProps = {
    books: shelf.listed,
    label: t('Your books'),
    highlightedId: shelf.highlightedId,
    ref: list,
    stacks: shelf.stacks,
    selection: selection.on ? selection : undefined,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: short cuts; each has a button or a menu of its own
    <div onKeyDown={onKeyDown} {...drag.handlers}>
      <RecentlyAdded books={books} onChoose={shelf.show} />
      <ShelfControls books={books} narrowing={shelf} selection={selection} />
      {letters.length > 1 ? (
        <LetterIndex letters={letters} onChoose={(bookId) => list.current?.reveal(bookId, 'start')} />
      ) : null}
      <ActiveFilters narrowing={shelf} />
      <VisuallyHidden role="status">
        {highlighted
          ? t('Showing {{title}}', { title: highlighted.title })
          : t('{{count}} books', { count: shown.length })}
      </VisuallyHidden>
      {shown.length === 0 ? (
        <NoResults narrowing={shelf} />
      ) : view === 'grid' ? (
        <BookGrid {...listProps} />
      ) : (
        <BookTable {...listProps} order={order} onOrder={setOrder} dense={dense} chosen={columns} />
      )}
      {selection.on ? (
        <LazyDialog load={loadSelectionBar} props={{ selection, books: shown }} onFailed={selection.end} />
      ) : (
        <AddButton />
      )}
      {drag.dragging ? <LazyDialog load={loadTray} props={{}} onFailed={drag.handlers.onDragEnd} /> : null}
    </div>
  );
});

const isBook = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-book-id]') !== null;

/** Floating button that links to /upload. */
function AddButton() {
  const { navigation } = useHost();
  const t = useTranslate();
  return (
    <Float data-away={useHideOnScroll()}>
      <navigation.Link to="/upload" aria-label={t('Upload Books')} title={t('Upload Books')}>
        <Plus aria-hidden />
      </navigation.Link>
    </Float>
  );
}

const Float = styled.div`
  position: fixed;
  z-index: ${layer.sticky};
  inset-block-end: ${space(6)};
  /* In the margin of the page, so that it covers none of it. */
  inset-inline-end: ${space(1)};
  & > a {
    display: grid;
    place-content: center;
    inline-size: 3rem;
    block-size: 3rem;
    border-radius: ${radius.round};
    background: ${color.accent};
    color: ${color.accentText};
    box-shadow: ${shadow.float};
    transition: background-color ${duration.fast};
    &:hover { background: ${color.accentHover}; color: ${color.accentText}; }
    &:focus-visible { border-radius: ${radius.round}; }
  }
  /* In one row with the quick menu, above the bottom bar. */
  @media ${media.narrow} {
    transition: opacity ${duration.normal};
    &[data-away='true']:not(:focus-within, :has([data-state='open'])) { opacity: 0; pointer-events: none; }
    inset-block-end: calc(4.5rem + env(safe-area-inset-bottom));
    inset-inline-end: calc(${space(4)} + 2.75rem + ${space(2)});
    & > a { inline-size: 2.75rem; block-size: 2.75rem; }
  }
`;

const filterLabels: Readonly<Record<StatusFilter, string>> = {
  all: text('matching'),
  reading: text('reading'),
  completed: text('completed'),
  unread: text('unread'),
};

/** Shown when no book matches the filters. */
function NoResults({ narrowing: { filter, query, reset } }: { narrowing: Narrowing }) {
  const t = useTranslate();
  return (
    <EmptyState
      illustration={<Shelf />}
      title={t('No {{filter}} books', { filter: t(filterLabels[filter]) })}
      message={
        query.trim() === '' ? undefined : t('Nothing here has “{{query}}” in its title or author.', { query })
      }
      action={<Button onClick={reset}>{t('Show all books')}</Button>}
    />
  );
}

/** The active filters as chips that remove them. */
function ActiveFilters({ narrowing }: { narrowing: Narrowing }) {
  const { filters, setFilters, query, setQuery, collection } = narrowing;
  const { tag } = filters;
  const t = useTranslate();
  const [renaming, setRenaming] = useState(false);
  const language = useReadable(useHost().i18n.language);
  const wordsOf = (name: keyof ShelfFilters, value: string): string => {
    if (name === 'language') return languageName(value, language);
    if (name === 'format') return formatName(value, t);
    if (name === 'accessibility') return accessibilityName(value, t);
    if (name === 'collection') return collection?.name ?? t('A collection');
    if (name === 'tag') return `#${value}`;
    return name === 'offline' ? t('Available offline') : value;
  };
  const active = filterNames.flatMap((name) => {
    const value = filters[name];
    const remove = () => setFilters({ ...filters, [name]: undefined });
    return value === undefined ? [] : [{ name: name as string, words: wordsOf(name, value), remove }];
  });
  if (query.trim() !== '') active.unshift({ name: 'query', words: query.trim(), remove: () => setQuery('') });
  if (active.length === 0) return null;
  return (
    <Row role="group" aria-label={t('Filters')}>
      {active.map(({ name, words, remove }) => (
        <Chip
          key={name}
          pressed
          icon={<X aria-hidden />}
          aria-label={t('Do not filter by {{name}}', { name: words })}
          onChange={remove}
        >
          <bdi>{words}</bdi>
        </Chip>
      ))}
      {tag === undefined ? null : (
        <Button variant="quiet" size="small" icon={<PencilLine />} onClick={() => setRenaming(true)}>
          {t('Rename the tag')}
        </Button>
      )}
      {tag !== undefined && renaming ? (
        <LazyDialog
          load={loadRenaming}
          props={{
            tag,
            onClose: () => setRenaming(false),
            onRenamed: (to) => setFilters({ ...filters, tag: to }),
          }}
          onFailed={() => setRenaming(false)}
        />
      ) : null}
    </Row>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-block-end: ${space(3)};
  & > * { max-inline-size: 100%; }
`;

/** The six newest books; clicking one scrolls to it in the list. */
function RecentlyAdded({ books, onChoose }: { books: readonly Book[]; onChoose: (book: Book) => void }) {
  const t = useTranslate();
  return (
    <Strip aria-labelledby="recently-added">
      <h2 id="recently-added">{t('Recently Added')}</h2>
      <ul>
        {newestBooks(books).map((book) => (
          <li key={book.id}>
            <button type="button" onClick={() => onChoose(book)} title={book.title}>
              <BookCover book={book} width={43} badge={false} eager />
              <VisuallyHidden>{t('Show {{title}} on the shelf', { title: book.title })}</VisuallyHidden>
            </button>
          </li>
        ))}
      </ul>
    </Strip>
  );
}

/** One line, so that the page begins with the books themselves. */
const Strip = styled.section`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  margin-block-end: ${space(3)};
  & > h2 {
    flex: none;
    max-inline-size: 5rem;
    color: ${color.textMuted};
    font-size: ${type.small};
    font-family: inherit;
    font-weight: 550;
    letter-spacing: 0;
  }
  & > ul {
    display: flex;
    list-style: none;
    gap: ${space(3)};
    min-inline-size: 0;
    overflow-x: auto;
    scrollbar-width: none;
    ${scrollFade}
    /* Space for shadows and focus rings, which the scroll area would cut off. */
    padding: ${space(1)} ${space(2)} ${space(2)};
    margin: -${space(1)} -${space(2)} -${space(2)};
    scroll-snap-type: x proximity;
  }
  & li { flex: none; scroll-snap-align: start; scroll-margin-inline: ${space(2)}; }
  & button {
    display: block;
    inline-size: 43px;
    padding: 0;
    border: 0;
    border-radius: ${radius.cover};
    background: none;
    transition: transform ${duration.normal} ${easing};
    @media ${media.hover} { &:hover { transform: translateY(-3px); } }
  }
`;

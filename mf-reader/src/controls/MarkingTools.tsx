import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import type { PointFill } from '@lectern/shared-contracts/contract/points.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, usePoint, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { color, media, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import {
  BookA,
  BookmarkPlus,
  Copy,
  EllipsisVertical,
  LibraryBig,
  NotebookPen,
  Search,
  Underline,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { css, styled } from 'styled-components';
import { useStore } from 'zustand';
import { ColorDots } from '../annotations/ColorDots.tsx';
import { citation } from '../annotations/citation.ts';
import { FloatingCard } from '../annotations/FloatingCard.tsx';
import { HighlightEditor } from '../annotations/HighlightEditor.tsx';
import type { Selected } from '../engine/renderer.ts';
import { useOpenedBook } from '../view/state/openedBook.ts';
import type { ReaderState, SearchScope } from '../view/state/readerStore.ts';

/** Loaded on first use, and cached for offline with the rest of the remote. */
const LookUpCard = lazy(() =>
  import('../dictionary/LookUpCard.tsx').then((m) => ({ default: m.LookUpCard })),
);

const maxSearchLength = 120;

/** Floating tools: for a selection, or to edit a highlight. */
export function MarkingTools() {
  const t = useTranslate();
  const { renderer, store, highlights } = useOpenedBook();
  const { selected, pressed, lookedUp } = useStore(store);
  const pressedHighlight = pressed && highlights.items.find(({ id }) => id === pressed.id);
  const copy = useCopyWithSource();
  const close = (closed: Partial<ReaderState>) => {
    store.setState(closed);
    renderer.focus();
  };

  if (pressed && pressedHighlight)
    return (
      <HighlightEditor
        key={pressed.id}
        highlight={pressedHighlight}
        box={pressed.box}
        writing={pressed.writing}
        onColor={(color) => highlights.change(pressed.id, { color })}
        onStyle={(style) => highlights.change(pressed.id, { style })}
        onNote={(note, before) => {
          store.setState({ announcement: note ? t('Note saved.') : t('Note deleted.') });
          return highlights.setNote(pressed.id, note, before);
        }}
        onCopy={() => copy(pressedHighlight.text, pressedHighlight.page)}
        onDelete={(seen) => {
          highlights.remove(pressed.id, seen);
          close({ pressed: null });
        }}
        onClose={() => close({ pressed: null })}
      />
    );
  if (lookedUp)
    return (
      <Suspense fallback={null}>
        <LookUpCard key={lookedUp.text} selected={lookedUp} onClose={() => close({ lookedUp: null })} />
      </Suspense>
    );
  return selected ? <SelectionTools selected={selected} onCopy={copy} /> : null;
}

/** Copies a passage together with book, chapter and page. */
function useCopyWithSource() {
  const t = useTranslate();
  const { notify } = useHost();
  const { book, store, chapter } = useOpenedBook();
  const place = useStore(store, (state) => state.place);
  return (text: string, page: number | null): void => {
    const named = page !== null && page === place?.page ? (place.label ?? page) : page;
    const source = { title: book?.title ?? '', author: book?.author ?? '', chapter, page: named };
    navigator.clipboard.writeText(citation(text, source)).then(
      () => notify.show({ tone: 'success', message: t('Copied with its source.') }),
      () => notify.show({ tone: 'warning', message: t('Your browser blocked copying.') }),
    );
  };
}

interface SelectionToolsProps {
  selected: Selected;
  onCopy: (text: string, page: number | null) => void;
}

/**
 * Commands for selected text: colors, the four most used with labels, and the rest in a menu. Each of them clears the
 * selection.
 */
function SelectionTools({ selected, onCopy }: SelectionToolsProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const { manifest, renderer, store, highlights, bookmarks, chapter } = useOpenedBook();
  const { text, page, locator, box, margins } = selected;

  const thenClear = (command: () => void) => () => {
    command();
    renderer.clearSelection();
    store.setState({ selected: null });
  };
  /** For commands that open nothing: the focus returns to the page. */
  const thenFocusPage = (command: () => void) => () => {
    thenClear(command)();
    renderer.focus();
  };
  const highlight = (...how: [HighlightColor, HighlightStyle?]) =>
    thenFocusPage(() => {
      highlights.create(selected, ...how);
      store.setState({ announcement: t('Highlighted.') });
    })();
  const search = (scope: SearchScope) =>
    thenClear(() => store.setState({ panel: 'search', scope, query: text.slice(0, maxSearchLength) }));
  const addNote = thenClear(() => {
    const id = highlights.create(selected, 'yellow');
    store.setState({ pressed: { id, box, writing: true } });
  });
  const addBookmark = thenFocusPage(() => {
    bookmarks.add({ page, locator }, chapter);
    notify.show({ tone: 'success', message: t('Bookmarked.') });
  });
  const passage = { bookId: manifest.book_id, format: manifest.format, text, page, position: locator };
  const [first, ...others] = usePoint('mf-reader/selection-action', passage);
  const runFill = (fill: PointFill<'mf-reader/selection-action'>) =>
    thenClear(() =>
      runInBackground(
        fill
          .run(passage)
          .catch((error: unknown) => notify.show({ tone: 'warning', message: t(errorMessage(error)) })),
      ),
    );
  return (
    <FloatingCard box={box} margins={margins} label={t('Selected words')} onClose={thenFocusPage(() => {})}>
      <Row data-selected-words>
        <ColorDots value={null} onChoose={(color) => highlight(color)} />
        <Rule />
        <Actions>
          <IconButton
            label={t('Underline')}
            icon={<Underline />}
            onClick={() => highlight('blue', 'underline')}
          />
        </Actions>
        <Rule />
        <Named>
          <Button variant="quiet" size="small" icon={<NotebookPen />} onClick={addNote}>
            {t('Add note')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={<Copy />}
            title={t('Copy with citation')}
            onClick={thenFocusPage(() => onCopy(text, page))}
          >
            {t('Copy')}
          </Button>
          <Button
            variant="quiet"
            size="small"
            icon={<BookA />}
            title={t('Look up in the dictionary')}
            onClick={thenClear(() => store.setState({ lookedUp: selected }))}
          >
            {t('Look up')}
          </Button>
          {first ? (
            <Button
              variant="quiet"
              size="small"
              icon={first.icon}
              title={first.label}
              onClick={runFill(first)}
            >
              {first.shortLabel}
            </Button>
          ) : null}
          <Menu
            label={t('More')}
            trigger={<IconButton label={t('More')} icon={<EllipsisVertical />} />}
            items={[
              {
                id: 'search',
                label: t('Search in this book'),
                icon: <Search />,
                onSelect: search('book'),
              },
              {
                id: 'library',
                label: t('Search in my library'),
                icon: <LibraryBig />,
                onSelect: search('library'),
              },
              {
                id: 'bookmark',
                label: t('Bookmark this page'),
                icon: <BookmarkPlus />,
                onSelect: addBookmark,
              },
              ...others.map((fill) => ({
                id: fill.id,
                label: fill.label,
                icon: fill.icon,
                onSelect: runFill(fill),
              })),
            ]}
          />
        </Named>
      </Row>
    </FloatingCard>
  );
}

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  padding: ${space(1)} ${space(2)};
  [data-layout='column'] & {
    flex-direction: column;
    padding: ${space(2)} 0;
    & > :first-child { flex-direction: column; }
  }
  @media ${media.narrow} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${space(2)};
    padding: ${space(3)} ${space(4)};
    & > :first-child { justify-content: space-between; }
  }
`;

const Rule = styled.span`
  inline-size: 1px;
  align-self: stretch;
  margin-block: ${space(1)};
  background: ${color.line};
  [data-layout='column'] & {
    inline-size: auto;
    block-size: 1px;
    margin-block: 0;
    margin-inline: ${space(2)};
  }
  @media ${media.narrow} { display: none; }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
`;

const labelBelowIcon = css`
  flex-direction: column;
  gap: ${space(1)};
  font-size: ${type.caption};
  & svg { inline-size: 1.25rem; block-size: 1.25rem; }
`;

/**
 * On phones and in a margin, labels are below the icons: on phones all four fit into one row in every language, and
 * in a margin they are as narrow as their longest word.
 */
const Named = styled(Actions)`
  [data-layout='column'] & {
    flex-direction: column;
    & > button:not(:last-child) {
      ${labelBelowIcon}
      min-inline-size: min-content;
      max-inline-size: 4rem;
      padding: ${space(1)} 3px;
    }
  }
  @media ${media.narrow} {
    grid-column: 1 / -1;
    align-items: stretch;
    & > button:not(:last-child) {
      ${labelBelowIcon}
      min-inline-size: ${touchTarget};
      max-inline-size: 5.5rem;
      padding: ${space(1)};
    }
  }
`;

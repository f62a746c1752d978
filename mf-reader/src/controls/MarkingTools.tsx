import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { HighlightEditor } from '../annotations/HighlightEditor.tsx';
import { SelectionToolbar } from '../annotations/SelectionToolbar.tsx';
import type { Bookmarks } from '../annotations/useBookmarks.ts';
import type { Highlights } from '../annotations/useHighlights.ts';
import type { Renderer, Selected } from '../engine/renderer.ts';
import type { ReaderState, ReaderStore, SearchScope } from '../state/readerStore.ts';

export interface MarkingToolsProps {
  bookId: string;
  /** Language of the book; null when unknown. */
  language: string | null;
  renderer: Renderer;
  store: ReaderStore;
  highlights: Highlights;
  bookmarks: Bookmarks;
  chapter: string | null;
  onCopy: (text: string, page: number | null) => void;
}

/** Loaded on first use, and cached for offline with the rest of the remote. */
const LookUpCard = lazy(() =>
  import('../dictionary/LookUpCard.tsx').then((m) => ({ default: m.LookUpCard })),
);

const maxSearchLength = 120;

/** Floating tools: for a selection, or to edit a highlight. */
export function MarkingTools({
  bookId,
  language,
  renderer,
  store,
  highlights,
  bookmarks,
  chapter,
  onCopy,
}: MarkingToolsProps) {
  const t = useTranslate();
  const selected = useStore(store, (state) => state.selected);
  const pressed = useStore(store, (state) => state.pressed);
  const lookedUp = useStore(store, (state) => state.lookedUp);
  const pressedHighlight = pressed && highlights.items.find(({ id }) => id === pressed.id);

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
        onCopy={() => onCopy(pressedHighlight.text, pressedHighlight.page)}
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
        <LookUpCard
          key={lookedUp.text}
          selected={lookedUp}
          book={{ id: bookId, language }}
          onClose={() => close({ lookedUp: null })}
        />
      </Suspense>
    );
  if (!selected) return null;
  return (
    <SelectionTools {...{ bookId, renderer, store, highlights, bookmarks, chapter, onCopy, selected }} />
  );
}

interface SelectionToolsProps extends Omit<MarkingToolsProps, 'language'> {
  selected: Selected;
}

/** The toolbar of a selection. Each of its commands clears the selection. */
function SelectionTools({
  bookId,
  renderer,
  store,
  highlights,
  bookmarks,
  chapter,
  onCopy,
  selected,
}: SelectionToolsProps) {
  const t = useTranslate();
  const { navigation, notify } = useHost();
  const { text, page, locator, box } = selected;

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
  const highlight = (...how: [HighlightColor, HighlightStyle?]) => {
    highlights.create(selected, ...how);
    store.setState({ announcement: t('Highlighted.') });
  };
  const search = (scope: SearchScope) =>
    store.setState({ panel: 'search', scope, query: text.slice(0, maxSearchLength) });
  return (
    <SelectionToolbar
      selected={selected}
      onHighlight={(color) => thenFocusPage(() => highlight(color))()}
      onUnderline={thenFocusPage(() => highlight('blue', 'underline'))}
      onNote={thenClear(() => {
        const id = highlights.create(selected, 'yellow');
        store.setState({ pressed: { id, box, writing: true } });
      })}
      onCopy={thenFocusPage(() => onCopy(text, page))}
      onBookmark={thenFocusPage(() => {
        bookmarks.add({ page, locator }, chapter);
        notify.show({ tone: 'success', message: t('Bookmarked.') });
      })}
      onSearch={thenClear(() => search('book'))}
      onLookUp={thenClear(() => store.setState({ lookedUp: selected }))}
      onSearchLibrary={thenClear(() => search('library'))}
      onAsk={thenClear(() => navigation.go('/mentor', { state: { quote: text, bookId } }))}
      onClose={thenFocusPage(() => {})}
    />
  );
}

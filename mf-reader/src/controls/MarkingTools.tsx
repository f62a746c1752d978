import type { HighlightColor, HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { HighlightEditor } from '../annotations/HighlightEditor.tsx';
import { SelectionToolbar } from '../annotations/SelectionToolbar.tsx';
import type { Bookmarks } from '../annotations/useBookmarks.ts';
import type { Highlights } from '../annotations/useHighlights.ts';
import type { Renderer, Selected } from '../engine/renderer.ts';
import type { ReaderState, ReaderStore } from '../state/readerStore.ts';

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
  const { navigation, notify } = useHost();
  const selected = useStore(store, (state) => state.selected);
  const pressed = useStore(store, (state) => state.pressed);
  const lookedUp = useStore(store, (state) => state.lookedUp);
  const pressedHighlight = pressed && highlights.items.find(({ id }) => id === pressed.id);

  const close = (closed: Partial<ReaderState>) => {
    store.setState(closed);
    renderer.focus();
  };
  /** Runs a command on the selection, then clears it. */
  const withSelection = (action: (selection: Selected) => void) => () => {
    if (!selected) return;
    action(selected);
    renderer.clearSelection();
    store.setState({ selected: null });
  };
  /** The same for a command without a popup: the focus returns to the page. */
  const withSelectionAndFocus = (action: (selection: Selected) => void) => () => {
    withSelection(action)();
    renderer.focus();
  };
  const highlight = (selection: Selected, ...how: [HighlightColor, HighlightStyle?]) => {
    highlights.create(selection, ...how);
    store.setState({ announcement: t('Highlighted.') });
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
    <SelectionToolbar
      selected={selected}
      onHighlight={(color) => withSelectionAndFocus((selection) => highlight(selection, color))()}
      onUnderline={withSelectionAndFocus((selection) => highlight(selection, 'blue', 'underline'))}
      onNote={withSelection((selection) => {
        const id = highlights.create(selection, 'yellow');
        store.setState({ pressed: { id, box: selection.box, writing: true } });
      })}
      onCopy={withSelectionAndFocus(({ text, page }) => onCopy(text, page))}
      onBookmark={withSelectionAndFocus(({ page, locator }) => {
        bookmarks.add({ page, locator }, chapter);
        notify.show({ tone: 'success', message: t('Bookmarked.') });
      })}
      onSearch={withSelection(({ text }) =>
        store.setState({ panel: 'search', scope: 'book', query: text.slice(0, maxSearchLength) }),
      )}
      onLookUp={withSelection((selection) => store.setState({ lookedUp: selection }))}
      onSearchLibrary={withSelection(({ text }) =>
        store.setState({ panel: 'search', scope: 'library', query: text.slice(0, maxSearchLength) }),
      )}
      onAsk={withSelection(({ text }) => navigation.go('/mentor', { state: { quote: text, bookId } }))}
      onClose={withSelectionAndFocus(() => {})}
    />
  );
}

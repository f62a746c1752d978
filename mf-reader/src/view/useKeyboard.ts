import { useEffect, useRef } from 'react';
import { type PageAction, pageAction } from '../engine/keys.ts';

export interface KeyboardOptions {
  rtl: boolean;
  scrolled: boolean;
  onAction(action: PageAction): void;
  onEscape(): void;
  onSearch(): void;
  /** Tab shows the bars. */
  onTab(): void;
  /** Whether single-key shortcuts are on. */
  singleKeys: boolean;
  /** Selects a sentence. */
  onMark(): void;
  /** With a selection, Shift and arrows extend it, Enter opens its commands. */
  isSelecting(): boolean;
  onEnter(): void;
}

/**
 * Forwards shortcuts of the app's search from a chapter's document to the window.
 * @returns whether it was one
 */
function handOver(event: KeyboardEvent): boolean {
  if (event.view === null || event.view === window || event.altKey || event.isComposing) return false;
  const modified = event.ctrlKey || event.metaKey;
  if (modified ? event.key.toLowerCase() !== 'k' : event.key !== '/') return false;
  const { key, code, ctrlKey, metaKey, shiftKey } = event;
  const again = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    metaKey,
    shiftKey,
    bubbles: true,
    cancelable: true,
  });
  if (!window.dispatchEvent(again)) event.preventDefault();
  return true;
}

/** Where keys never turn pages: controls, and the whole panel. */
const operated =
  'input, textarea, select, [contenteditable], [role="slider"], [role="menu"], [role="dialog"], [role="tab"], [data-reader-panel], [data-radix-popper-content-wrapper]';

/**
 * Page-turn keys. The returned handler is for keys in a chapter's own document; those in ours
 * are handled here, unless a control has focus.
 */
export function useKeyboard({
  rtl,
  scrolled,
  onAction,
  onEscape,
  onSearch,
  onTab,
  singleKeys,
  onMark,
  isSelecting,
  onEnter,
}: KeyboardOptions): (event: KeyboardEvent) => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || handOver(event)) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      event.preventDefault();
      onSearch();
      return;
    }
    if (event.key === 'Escape') {
      onEscape();
      return;
    }
    if (event.key === 'Tab') onTab();
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (singleKeys && plain && event.key.toLowerCase() === 'm') {
      event.preventDefault();
      onMark();
      return;
    }
    if (plain && (event.key === 'Enter' || event.shiftKey) && isSelecting()) {
      if (event.key === 'Enter') {
        event.preventDefault();
        onEnter();
      }
      if (event.key === 'Enter' || event.key.startsWith('Arrow')) return;
    }
    const action = pageAction(event, { rtl, scrolled });
    if (action === null) return;
    event.preventDefault();
    onAction(action);
  };
  const latest = useRef(onKey);
  latest.current = onKey;

  useEffect(() => {
    const onWindowKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const searches = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
      if (target?.closest(operated) && !(searches && target.closest('[data-reader-panel]'))) return;
      if ((event.key === ' ' || event.key === 'Enter') && target?.closest('button, a, label')) return;
      latest.current(event);
    };
    window.addEventListener('keydown', onWindowKey);
    return () => window.removeEventListener('keydown', onWindowKey);
  }, []);

  return onKey;
}

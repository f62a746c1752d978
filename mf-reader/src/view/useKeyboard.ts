import { useCallback, useEffect } from 'react';
import { type PageAction, pageAction } from '../engine/keys.ts';

export interface KeyboardOptions {
  rtl: boolean;
  scrolled: boolean;
  onAction(action: PageAction): void;
  onEscape(): void;
  onSearch(): void;
  /** Somebody looks for what can be operated. */
  onTab(): void;
  /** Selects a sentence. */
  onMark(): void;
  /** Words of the book are selected: arrows with Shift make them more or fewer, Enter leads to what can be done. */
  isSelecting(): boolean;
  onEnter(): void;
}

const operated =
  'input, textarea, select, [contenteditable], [role="slider"], [role="menu"], [role="dialog"], [role="tab"], [data-radix-popper-content-wrapper]';

/**
 * Keys that turn pages. Returned for those that are pressed inside a chapter's own document; those pressed in ours
 * are listened to here, unless they are for something that is being operated.
 */
export function useKeyboard({
  rtl,
  scrolled,
  onAction,
  onEscape,
  onSearch,
  onTab,
  onMark,
  isSelecting,
  onEnter,
}: KeyboardOptions): (event: KeyboardEvent) => void {
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
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
      if (plain && event.key.toLowerCase() === 'm') {
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
    },
    [rtl, scrolled, onAction, onEscape, onSearch, onTab, onMark, isSelecting, onEnter],
  );

  useEffect(() => {
    const onWindowKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(operated)) return;
      if ((event.key === ' ' || event.key === 'Enter') && target?.closest('button, a, label')) return;
      onKey(event);
    };
    window.addEventListener('keydown', onWindowKey);
    return () => window.removeEventListener('keydown', onWindowKey);
  }, [onKey]);

  return onKey;
}

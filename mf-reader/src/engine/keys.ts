/** What a key does to the page. */
export type PageAction = 'next' | 'previous' | 'chapterStart' | 'chapterEnd' | 'bookStart' | 'bookEnd';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * What a key does while the page has the keyboard; null for keys that do nothing to it. In books that are read from
 * right to left the arrow to the left leads on.
 */
export function pageAction(
  event: Key,
  { rtl, scrolled }: { rtl: boolean; scrolled: boolean },
): PageAction | null {
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 'Home') return 'bookStart';
    return event.key === 'End' ? 'bookEnd' : null;
  }
  switch (event.key) {
    case ' ':
      return event.shiftKey ? 'previous' : 'next';
    case 'PageDown':
      return 'next';
    case 'PageUp':
      return 'previous';
    case 'ArrowRight':
      return rtl ? 'previous' : 'next';
    case 'ArrowLeft':
      return rtl ? 'next' : 'previous';
    case 'ArrowDown':
      return scrolled ? null : 'next';
    case 'ArrowUp':
      return scrolled ? null : 'previous';
    case 'Home':
      return 'chapterStart';
    case 'End':
      return 'chapterEnd';
    default:
      return null;
  }
}

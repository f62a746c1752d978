/** An edge of the chapter or of the book; a PDF is one chapter. */
export type Edge = 'chapterStart' | 'chapterEnd' | 'bookStart' | 'bookEnd';

/** Page command of a key. */
export type PageAction = 'next' | 'previous' | Edge;

export const isEnd = (edge: Edge): boolean => edge === 'chapterEnd' || edge === 'bookEnd';

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * The command of a key while the page has focus; null for other keys. In right-to-left books
 * ArrowLeft goes forward.
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

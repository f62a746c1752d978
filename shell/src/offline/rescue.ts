import type { QueuedAction } from '@lectern/shared-contracts/host.ts';
import type { BuiltInActions, CreateNote } from '@lectern/shared-contracts/syncActions.ts';

/** What the reader wrote in a change that could not be saved; null when there are no words in it. */
export function wordsOf({ type, payload }: QueuedAction): { quote: string | null; text: string } | null {
  switch (type as keyof BuiltInActions) {
    case 'CREATE_NOTE':
    case 'UPDATE_NOTE': {
      const { content = '', position } = payload as Partial<BuiltInActions['CREATE_NOTE']>;
      return content === '' ? null : { quote: position?.quote?.exact ?? null, text: content };
    }
    case 'CREATE_HIGHLIGHT': {
      const { text, note } = payload as BuiltInActions['CREATE_HIGHLIGHT'];
      return { quote: text, text: note ?? '' };
    }
    default:
      return null;
  }
}

/**
 * The words of a change whose book or note is gone, as a note of their own: what was written about a book that another
 * device has deleted is not lost with it. Null when there is nothing to keep, or it would be the same again.
 * @param now ISO 8601
 */
export function rescueOf(action: QueuedAction, id: string, now: string): CreateNote | null {
  const words = wordsOf(action);
  const { bookId = null, title } = action.payload as { bookId?: string | null; title?: string };
  if (words === null || (action.type === 'CREATE_NOTE' && bookId === null)) return null;
  return {
    id,
    bookId: null,
    content: words.text,
    created_at: now,
    ...(title === undefined ? {} : { title }),
    ...(words.quote === null ? {} : { position: { quote: { exact: words.quote.slice(0, 5_000) } } }),
  };
}

import type { QueuedAction, Translate } from '@lectern/shared-contracts/contract/host.ts';
import type { BuiltInActions, CreateNote } from '@lectern/shared-contracts/contract/syncActions.ts';
import { ruleLabel } from '@lectern/shared-contracts/domain/books/bookLabels.ts';

/** What a reader wrote in a change. */
export interface RecoveredText {
  /** Words of a book. */
  quote: string | null;
  /** Name of the entity, or of its book. */
  title: string | null;
  /** Empty when there is only a quotation or a title. */
  text: string;
}

type Payload<T extends keyof BuiltInActions> = Partial<BuiltInActions[T]>;

/** Maximum characters of each in a note. */
const maxLength = { title: 500, quote: 5_000 };

/** The language for choices that the reader made without words, such as a rating. */
export interface Wording {
  t: Translate;
  /** BCP 47. */
  language: string;
}

/** The words in a change, from any of its fields; null when there are none. */
export function recoverText(
  action: { type: string; payload: unknown },
  wording: Wording,
): RecoveredText | null {
  const { type, payload } = whatWasRestored(action);
  const { quote, title, text } = wordsOf(type, payload ?? {}, wording);
  const words = { quote: quote || null, title: title || null, text: text ?? '' };
  return words.quote === null && words.title === null && words.text === '' ? null : words;
}

/** All of it as plain text, to be copied. */
export function plainText({ quote, title, text }: RecoveredText): string {
  return [title, quote, text].filter(Boolean).join('\n\n');
}

/**
 * The words of a refused change as a new note. Otherwise text would be lost whose entity another device has deleted.
 * Null when there is nothing to keep, or it would be the same note again.
 * @param words what recoverText finds in it
 * @param now ISO 8601
 * @param hasBook whether this book is still there
 */
export function noteOfRefused(
  action: QueuedAction,
  words: RecoveredText | null,
  now: string,
  hasBook: (bookId: string) => boolean,
): Omit<CreateNote, 'id'> | null {
  if (action.refused !== true || words === null) return null;
  const { payload } = whatWasRestored(action);
  const { bookId = null, tags = [] } = payload as { bookId?: string | null; tags?: string[] };
  if (action.type === 'CREATE_NOTE' && (bookId === null || hasBook(bookId))) return null;
  // If an entity has only a name, the name is the text.
  const text = words.text || (words.quote === null ? (words.title ?? '') : '');
  const title = text === words.title ? null : words.title;
  const tooLong = [
    (title?.length ?? 0) > maxLength.title ? title : null,
    (words.quote?.length ?? 0) > maxLength.quote ? words.quote : null,
  ];
  return {
    bookId: bookId !== null && hasBook(bookId) ? bookId : null,
    content: [...tooLong, text].filter(Boolean).join('\n\n'),
    created_at: now,
    ...(title === null ? {} : { title: title.slice(0, maxLength.title) }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(words.quote === null
      ? {}
      : { position: { quote: { exact: words.quote.slice(0, maxLength.quote) } } }),
  };
}

/** A restore from the bin as the change that would write the same words. */
function whatWasRestored({ type, payload }: { type: string; payload: unknown }) {
  if (type !== 'RESTORE_FROM_BIN') return { type, payload };
  const { note, highlight, bookmark, collection, word, row } = payload as Payload<'RESTORE_FROM_BIN'>;
  if (note) return { type: 'UPDATE_NOTE', payload: { ...note, bookId: note.book_id } };
  if (highlight) return { type: 'CREATE_HIGHLIGHT', payload: { ...highlight, bookId: highlight.book_id } };
  if (bookmark) return { type: 'UPDATE_BOOKMARK', payload: { ...bookmark, bookId: bookmark.book_id } };
  if (collection) return { type: 'SAVE_COLLECTION', payload: collection };
  if (row) return { type: 'PUT_PART_ROW', payload: row };
  return { type: 'SAVE_WORD', payload: word ?? {} };
}

function wordsOf(type: string, payload: unknown, { t, language }: Wording): Partial<RecoveredText> {
  switch (type as keyof BuiltInActions) {
    case 'CREATE_NOTE':
    case 'UPDATE_NOTE': {
      const { title, content, position, tags } = payload as Payload<'CREATE_NOTE'>;
      const quote = position?.quote?.exact ?? null;
      // If only the tags were changed, they are the words.
      const onlyTags = content === undefined && title === undefined ? tags?.join(', ') : undefined;
      return { quote, title, text: content ?? onlyTags };
    }
    case 'CREATE_HIGHLIGHT': {
      const { text, note } = payload as Payload<'CREATE_HIGHLIGHT'>;
      return { quote: text, text: note ?? '' };
    }
    case 'UPDATE_HIGHLIGHT':
      return { text: (payload as Payload<'UPDATE_HIGHLIGHT'>).note ?? '' };
    case 'UPDATE_BOOKMARK':
      return { text: (payload as Payload<'UPDATE_BOOKMARK'>).label ?? '' };
    case 'UPDATE_BOOK': {
      const { status: _, ...changes } = (payload as Payload<'UPDATE_BOOK'>).changes ?? {};
      return { text: stringsIn(changes).join('\n') };
    }
    case 'SAVE_COLLECTION': {
      const { name, description, rule } = payload as Payload<'SAVE_COLLECTION'>;
      const parts = [description, rule && ruleLabel(rule, t, language)];
      return { title: name, text: parts.filter(Boolean).join('\n\n') };
    }
    case 'SESSION_END':
    case 'RECORD_SESSION': {
      const { bookTitle, notes } = payload as Payload<'SESSION_END'>;
      return { title: bookTitle, text: notes ?? '' };
    }
    case 'EDIT_SESSION':
      return { text: (payload as Payload<'EDIT_SESSION'>).changes?.notes ?? '' };
    case 'CREATE_GOAL':
      return { title: (payload as Payload<'CREATE_GOAL'>).title };
    case 'PUT_PART_ROW':
      return { text: stringsIn((payload as Payload<'PUT_PART_ROW'>).row).join('\n') };
    case 'UPDATE_PROGRESS':
    case 'DELETE_PART_ROW':
    case 'DELETE_NOTE':
    case 'DELETE_HIGHLIGHT':
    case 'DELETE_BOOKMARK':
    case 'DELETE_BOOK':
    case 'DELETE_COLLECTION':
    case 'DELETE_SESSION':
    case 'DELETE_GOAL':
    case 'SESSION_START':
    case 'SAVE_GAMIFICATION_SETTINGS':
    case 'GAMIFICATION_ACTION':
      return {};
    default:
      // A type of a remote: all text in it.
      return { text: stringsIn(payload).join('\n') };
  }
}

/** Ids, times, addresses and files in base64 are not words of the reader. */
const noWords = /^([0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|[a-z]+:\/\/\S+|[a-z0-9+/_-]{200,}=*)$/i;

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' || noWords.test(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

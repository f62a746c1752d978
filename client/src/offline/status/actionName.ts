import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** A type may be one of a remote. */
type Texts = Readonly<Record<string, string | undefined>>;

const names: Texts = {
  UPDATE_PROGRESS: text('Your place in a book'),
  CREATE_NOTE: text('A new note'),
  UPDATE_NOTE: text('A changed note'),
  DELETE_NOTE: text('A deleted note'),
  CREATE_HIGHLIGHT: text('A new highlight'),
  UPDATE_HIGHLIGHT: text('A changed highlight'),
  DELETE_HIGHLIGHT: text('A removed highlight'),
  UPDATE_BOOKMARK: text('A bookmark'),
  DELETE_BOOKMARK: text('A bookmark'),
  UPDATE_BOOK: text('A change to a book'),
  DELETE_BOOK: text('A deleted book'),
  SAVE_COLLECTION: text('A collection'),
  DELETE_COLLECTION: text('A collection'),
  SESSION_START: text('A reading session'),
  SESSION_END: text('A reading session'),
  RECORD_SESSION: text('A reading session'),
  EDIT_SESSION: text('A reading session'),
  DELETE_SESSION: text('A reading session'),
  SAVE_READING: text('A reading of a book'),
  DELETE_READING: text('A reading of a book'),
  PUT_PART_ROW: text('A saved entry'),
  DELETE_PART_ROW: text('A deleted entry'),
  SAVE_WORD: text('A word you looked up'),
  DELETE_WORD: text('A word you looked up'),
  SAVE_GAMIFICATION_SETTINGS: text('A setting'),
  CREATE_GOAL: text('A goal'),
  DELETE_GOAL: text('A goal'),
  RESTORE_FROM_BIN: text('A restore from the bin'),
  DELETE_FROM_BIN: text('A deletion from the bin'),
  EMPTY_BIN: text('Your emptied bin'),
};

/** In the words of the specification, where it has them. */
const failures: Texts = {
  CREATE_NOTE: text('Failed to create note'),
  UPDATE_NOTE: text('Failed to update note'),
  DELETE_NOTE: text('Failed to delete note'),
  DELETE_BOOK: text('Failed to delete book'),
  DELETE_HIGHLIGHT: text('Failed to delete highlight'),
  DELETE_BOOKMARK: text('Failed to delete bookmark'),
  DELETE_COLLECTION: text('Failed to delete collection'),
  DELETE_SESSION: text('Failed to delete reading session'),
  DELETE_GOAL: text('Failed to delete goal'),
};

/** The name of a kind of write, as the reader sees it. */
export const actionName = (type: string, t: Translate): string => t(names[type] ?? text('A change'));

/** Says that a change could not be made. */
export function failureTitle(type: string, t: Translate): string {
  const own = failures[type];
  return own === undefined ? t('{{what}} could not be saved', { what: actionName(type, t) }) : t(own);
}

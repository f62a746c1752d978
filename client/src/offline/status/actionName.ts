import type { Translate } from '@lectern/shared-contracts/contract/host.ts';

/** The name of a kind of write, as the reader sees it. */
export function actionName(type: string, t: Translate): string {
  switch (type) {
    case 'UPDATE_PROGRESS':
      return t('Your place in a book');
    case 'CREATE_NOTE':
      return t('A new note');
    case 'UPDATE_NOTE':
      return t('A changed note');
    case 'DELETE_NOTE':
      return t('A deleted note');
    case 'CREATE_HIGHLIGHT':
      return t('A new highlight');
    case 'UPDATE_HIGHLIGHT':
      return t('A changed highlight');
    case 'DELETE_HIGHLIGHT':
      return t('A removed highlight');
    case 'UPDATE_BOOKMARK':
    case 'DELETE_BOOKMARK':
      return t('A bookmark');
    case 'UPDATE_BOOK':
      return t('A change to a book');
    case 'DELETE_BOOK':
      return t('A deleted book');
    case 'SAVE_COLLECTION':
    case 'DELETE_COLLECTION':
      return t('A collection');
    case 'SESSION_START':
    case 'SESSION_END':
    case 'RECORD_SESSION':
    case 'EDIT_SESSION':
    case 'DELETE_SESSION':
      return t('A reading session');
    case 'SAVE_WORD':
    case 'DELETE_WORD':
      return t('A word you looked up');
    case 'SAVE_GAMIFICATION_SETTINGS':
      return t('A setting');
    case 'CREATE_GOAL':
    case 'DELETE_GOAL':
      return t('A goal');
    default:
      return t('A change');
  }
}

import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { actionName } from './actionName.ts';

/** Says that a change could not be made, in the words of the specification where it has them. */
export function failureTitle(type: string, t: Translate): string {
  switch (type) {
    case 'CREATE_NOTE':
      return t('Failed to create note');
    case 'UPDATE_NOTE':
      return t('Failed to update note');
    case 'DELETE_NOTE':
      return t('Failed to delete note');
    case 'DELETE_BOOK':
      return t('Failed to delete book');
    case 'DELETE_HIGHLIGHT':
      return t('Failed to delete highlight');
    case 'DELETE_BOOKMARK':
      return t('Failed to delete bookmark');
    case 'DELETE_COLLECTION':
      return t('Failed to delete collection');
    case 'DELETE_SESSION':
      return t('Failed to delete reading session');
    case 'DELETE_GOAL':
      return t('Failed to delete goal');
    default:
      return t('{{what}} could not be saved', { what: actionName(type, t) });
  }
}

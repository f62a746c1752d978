import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { actionName } from './actionName.ts';

/** That a change could not be saved, in the words of the specification where it has some. */
export function failureTitle(type: string, t: Translate): string {
  switch (type) {
    case 'CREATE_NOTE':
      return t('Failed to create note');
    case 'UPDATE_NOTE':
      return t('Failed to update note');
    case 'DELETE_NOTE':
      return t('Failed to delete note');
    default:
      return t('{{what}} could not be saved', { what: actionName(type, t) });
  }
}

import type { AppPasswordScope } from '@lectern/shared-contracts/api/appPasswords.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';

/** Labels of the scopes of an app password. */
export const scopeLabels: Record<AppPasswordScope, string> = {
  read: text('Get books'),
  progress: text('Sync the place'),
  write: text('Send files and notes'),
};

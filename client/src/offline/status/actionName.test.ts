import { builtInActions } from '@lectern/shared-contracts/sync/builtInActions.ts';
import { createTestI18n } from '@lectern/shared-contracts/testing/testI18n.ts';
import { actionName } from './actionName.ts';
import { failureTitle } from './failureTitle.ts';

const t = createTestI18n({}).translate('shell');
/** Not written by the reader. */
const written = builtInActions.map(({ type }) => type).filter((type) => type !== 'GAMIFICATION_ACTION');

it.each(written)('[OF-03] the reader sees a name for %s, and a title when it fails', (type) => {
  const name = actionName(type, t);
  expect(name).not.toBe('A change');
  expect(name).toMatch(/^(A|Your) [a-z ]{4,}$/);
  const title = failureTitle(type, t);
  const [verb = '', thing = ''] = /^([A-Z]+)_(.*)$/.exec(type)?.slice(1) ?? [];
  const named = `Failed to ${verb.toLowerCase()} ${thing === 'SESSION' ? 'reading session' : thing.toLowerCase()}`;
  expect([named, `${name} could not be saved`]).toContain(title);
  // The specification has words for what is deleted, and for notes.
  if ((verb === 'DELETE' && thing !== 'WORD') || thing === 'NOTE') expect(title).toBe(named);
});

it('a write of a remote is a change', () => {
  expect(actionName('LEND_BOOK', t)).toBe('A change');
  expect(failureTitle('LEND_BOOK', t)).toBe('A change could not be saved');
});

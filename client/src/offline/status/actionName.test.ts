/** @jest-environment node */
import { builtInActions } from '@lectern/shared-contracts/sync/builtInActions.ts';
import { createTestI18n } from '@lectern/shared-contracts/testing/testI18n.ts';
import { actionName, failureTitle } from './actionName.ts';

const t = createTestI18n({}).translate('shell');
/** Not written by the reader. */
const written = builtInActions.map(({ type }) => type).filter((type) => type !== 'GAMIFICATION_ACTION');

/** Where the name has another word for the thing. */
const things: Readonly<Record<string, string>> = {
  PROGRESS: 'place',
  START: 'session',
  END: 'session',
  SETTINGS: 'setting',
  ROW: 'entry',
};

it.each([
  ['CREATE_NOTE', 'A new note'],
  ['UPDATE_NOTE', 'A changed note'],
  ['DELETE_NOTE', 'A deleted note'],
  ['CREATE_HIGHLIGHT', 'A new highlight'],
  ['UPDATE_HIGHLIGHT', 'A changed highlight'],
  ['DELETE_HIGHLIGHT', 'A removed highlight'],
  ['UPDATE_BOOK', 'A change to a book'],
  ['DELETE_BOOK', 'A deleted book'],
])('[OF-03] %s says what was done: %s', (type, name) => expect(actionName(type, t)).toBe(name));

it.each(written)('[OF-03] the reader sees a name for %s, and a title when it fails', (type) => {
  const name = actionName(type, t);
  expect(name).not.toBe('A change');
  expect(name).toMatch(/^(A|Your) [a-z ]{4,}$/);
  const [what = ''] = type.split('_').slice(-1);
  expect(name).toMatch(new RegExp(`\\b${things[what] ?? what.toLowerCase()}\\b`));
  const title = failureTitle(type, t);
  const [verb = '', thing = ''] = /^([A-Z]+)_(.*)$/.exec(type)?.slice(1) ?? [];
  const named = `Failed to ${verb.toLowerCase()} ${thing === 'SESSION' ? 'reading session' : thing.toLowerCase()}`;
  expect([named, `${name} could not be saved`]).toContain(title);
  // The specification has words for what is deleted, and for notes.
  if ((verb === 'DELETE' && !['WORD', 'READING', 'PART_ROW', 'FROM_BIN'].includes(thing)) || thing === 'NOTE')
    expect(title).toBe(named);
});

it('a write of a remote is a change', () => {
  expect(actionName('LEND_BOOK', t)).toBe('A change');
  expect(failureTitle('LEND_BOOK', t)).toBe('A change could not be saved');
});

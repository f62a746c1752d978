/** @jest-environment node */

import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { anyAction } from '@lectern/shared-contracts/sync/anyAction.ts';
import { storedAction } from '../../testing/storedAction.ts';
import { change, note } from '../../testing/testQueue.ts';
import { createActionTypes } from '../common/actionTypes.ts';
import { added, type NewAction, type OtherTabs } from './addAction.ts';
import type { StoredAction } from './storedAction.ts';

const noon = Date.UTC(2026, 0, 10, 12);
const types = createActionTypes();
const typeOf = (name: string) => {
  const type = types.get(name);
  if (type === undefined) throw new Error(`${name} is no kind of write.`);
  return type;
};

describe('a write that a page sent while its database was gone', () => {
  it('[Y-02] keeps its content: what is written next is a write of its own', () => {
    const [create, update] = [typeOf('CREATE_NOTE'), typeOf('UPDATE_NOTE')];
    const inDatabase = added([], create, { id: 'a', payload: note('n1', 'one'), userId: 'u1' }, noon);
    const logged = {
      id: 'a',
      payload: note('n1', 'two'),
      userId: 'u1',
      whole: true,
      attempted: true,
      isLeft: true,
    };
    const found = added(inDatabase, create, logged, noon);
    const after = added(found, update, { id: 'b', payload: change('n1', 'three'), userId: 'u1' }, noon);
    expect(after.map(({ id, payload }) => [id, (payload as { content: string }).content])).toEqual([
      ['a', 'two'],
      ['b', 'three'],
    ]);
  });
});

describe('a write that another tab has overtaken on the way to the database', () => {
  const update = typeOf('UPDATE_NOTE');
  const write = (id: string, content: string, order: number) => ({
    id,
    payload: change('n1', content),
    userId: 'u1',
    order,
  });
  const texts = (actions: ReturnType<typeof added>) =>
    actions.map(({ payload }) => (payload as { content: string }).content);

  it('[OF-04] comes before it, and does not replace it', () => {
    const later = added([], update, write('b', 'later', noon + 1), noon);
    expect(texts(added(later, update, write('a', 'earlier', noon), noon))).toEqual(['earlier', 'later']);
  });

  it('[OF-04] by one about something else alone keeps its moment, so that what follows replaces it', () => {
    const other = { ...write('c', 'other', noon + 5), payload: change('n2', 'other') };
    const steps = [other, write('a', 'earlier', noon + 1), write('b', 'later', noon + 2)];
    const after = steps.reduce<ReturnType<typeof added>>(
      (actions, step) => added(actions, update, step, noon).toSorted((a, b) => a.timestamp - b.timestamp),
      [],
    );
    expect(texts(after)).toEqual(['later', 'other']);
  });
});

/** A page of a thing, with what was written on it. */
interface Page {
  of: string;
  words: readonly string[];
}
const typeOfPage = (type: string, more: Partial<ActionType<Page>> = {}) =>
  anyAction<Page>({
    type,
    priority: 5,
    entity: ({ of }) => of,
    request: () => ({ key: 'GET /health' }) as never,
    ...more,
  });
const together = (earlier: Page, later: Page): Page | null =>
  later.words.includes('alone') ? null : { ...later, words: [...earlier.words, ...later.words] };
const create = typeOfPage('CREATE');
const edit = typeOfPage('EDIT', { merge: together, joins: { CREATE: together as never } });
const remove = typeOfPage('REMOVE', {
  supersedes: ['CREATE', 'EDIT'],
  inherits: (superseded, own) => ({ ...own, words: [...own.words, ...(superseded as Page).words] }),
});
/** Has no rules for combining. */
const plain = typeOfPage('PLAIN');

const page = (of: string, ...words: string[]): Page => ({ of, words });
/** Unless stated otherwise, a new write about the thing x. */
const write = (id: string, more: Partial<NewAction> = {}): NewAction => ({
  id,
  payload: page('x', id),
  userId: 'u1',
  ...more,
});
/** A waiting write about the thing x, made at noon. */
const waiting = (id: string, more: Partial<StoredAction> = {}): StoredAction =>
  storedAction({ id, type: 'EDIT', payload: page('x', id), entity: 'x', timestamp: noon, ...more });
const [attempted, syncing] = [{ lastAttempt: noon }, { status: 'syncing' }] as const;
const refused = { status: 'failed', refused: true, retryCount: 1, lastAttempt: noon } as const;
const failed = { ...refused, retryCount: 5 } as const;
const inOtherTab: OtherTabs = { has: () => true, wroteAfter: () => false };
const writtenInOtherTab: OtherTabs = { has: () => false, wroteAfter: (of, at) => of === 'x' && at === noon };
const later = noon + 1_000;
/** The ids with the words, in order. */
const shown = (actions: readonly StoredAction[]) =>
  actions.map(({ id, payload }) => `${id}: ${(payload as Page).words.join(' ')}`);

describe('[OF-02] a new write', () => {
  it('waits with all that is known of it, and can be undone for as long as it is held', () => {
    const [one, ...others] = added([], plain, write('a', { clockOff: 7 }), noon);
    expect([one, others]).toEqual([{ ...waiting('a'), type: 'PLAIN', clockOff: 7 }, []]);
    expect(added([], plain, write('a'), noon)[0]).not.toHaveProperty('clockOff');
    expect(added([], plain, write('a', { holdFor: 500 }), noon)).toEqual([
      { ...waiting('a'), type: 'PLAIN', notBefore: noon + 500, heldUntil: noon + 500 },
    ]);
  });

  it.each<[string, Partial<NewAction>, number, number]>([
    ['the time', {}, later, later],
    ['its order in the log', { order: later }, noon + 9_000, later],
    ['after the newest write, when the clock was turned back', {}, 0, noon + 6],
  ])('[OF-04] has as its timestamp %s', (_, more, now, timestamp) => {
    const actions = [
      waiting('a'),
      waiting('b', { timestamp: noon + 2 }),
      waiting('c', { timestamp: noon + 5 }),
    ];
    expect(added(actions, plain, write('d', more), now).at(-1)).toMatchObject({ id: 'd', timestamp });
  });

  it('is not added twice', () => {
    const actions = [waiting('a'), waiting('b')];
    expect(added(actions, plain, write('a', { payload: page('y') }), later)).toBe(actions);
  });

  it('[Y-09] takes the place of the failed write that it replaces, or is not added', () => {
    const actions = [waiting('a', failed), waiting('b', { entity: 'y' })];
    expect(shown(added(actions, plain, write('c', { insteadOf: 'a' }), later))).toEqual(['b: b', 'c: c']);
    expect(added(actions, plain, write('c', { insteadOf: 'gone' }), later)).toBe(actions);
  });
});

describe('[OF-02] a write that makes earlier ones about the same thing pointless', () => {
  it.each<[string, readonly StoredAction[], readonly string[], OtherTabs?]>([
    ['replaces those that were never sent', [waiting('a'), waiting('b')], ['new: new a b']],
    ['replaces one that was refused', [waiting('a', refused)], ['new: new a']],
    [
      'replaces one that failed for good, in whatever tab',
      [waiting('a', failed)],
      ['new: new a'],
      inOtherTab,
    ],
    ['keeps one that may have arrived', [waiting('a', attempted)], ['a: a', 'new: new']],
    ['keeps one that is being sent', [waiting('a', syncing)], ['a: a', 'new: new']],
    ['keeps one that another tab has', [waiting('a')], ['a: a', 'new: new'], inOtherTab],
    ['keeps one about something else', [waiting('a', { entity: 'y' })], ['a: a', 'new: new']],
    ['keeps one of another type', [waiting('a', { type: 'PLAIN' })], ['a: a', 'new: new']],
  ])('%s', (...[_, actions, expected, others]) =>
    expect(shown(added(actions, remove, write('new'), later, others))).toEqual(expected),
  );

  it('keeps them while it can be undone', () => {
    expect(shown(added([waiting('a')], remove, write('new', { holdFor: 500 }), later))).toEqual([
      'a: a',
      'new: new',
    ]);
  });
});

describe('[OF-02] a write that can be combined', () => {
  const created = (more: Partial<StoredAction> = {}) => waiting('a', { type: 'CREATE', ...more });

  it.each<[string, readonly StoredAction[], readonly string[], Partial<NewAction>?, OtherTabs?]>([
    ['becomes part of a creation that was never sent', [created()], ['a: a new']],
    ['does not become part of one that may have arrived', [created(attempted)], ['a: a', 'new: new']],
    ['does not become part of one that is being sent', [created(syncing)], ['a: a', 'new: new']],
    ['does not become part of one that another tab has', [created()], ['a: a', 'new: new'], {}, inOtherTab],
    [
      'does not become part of one after which another tab wrote',
      [created()],
      ['a: a', 'new: new'],
      {},
      writtenInOtherTab,
    ],
    ['does not become part of one while it can be undone', [created()], ['a: a', 'new: new'], { holdFor: 1 }],
    [
      'does not become part of one with another write in between',
      [created(), waiting('b', { type: 'PLAIN', timestamp: noon + 1 })],
      ['a: a', 'b: b', 'new: new'],
    ],
    [
      'does not become part of one when its type says so',
      [created()],
      ['a: a', 'new: alone'],
      { payload: page('x', 'alone') },
    ],
    ['becomes one with an edit that was never sent', [waiting('a')], ['a: a new']],
    [
      'becomes one with the last edit, not an earlier one',
      [waiting('a'), waiting('b', { timestamp: noon + 1 })],
      ['a: a', 'b: b new'],
    ],
    ['comes after all with an edit that may have arrived', [waiting('a', attempted)], ['new: a new']],
    ['comes after all with an edit that was refused', [waiting('a', refused)], ['new: a new']],
    ['leaves an edit that is being sent', [waiting('a', syncing)], ['a: a', 'new: new']],
    ['leaves an edit that another tab has', [waiting('a')], ['a: a', 'new: new'], {}, inOtherTab],
    [
      'leaves an edit after which another tab wrote',
      [waiting('a')],
      ['a: a', 'new: new'],
      {},
      writtenInOtherTab,
    ],
    ['leaves an edit while it can be undone', [waiting('a')], ['a: a', 'new: new'], { holdFor: 1 }],
    ['leaves an edit of something else', [waiting('a', { entity: 'y' })], ['a: a', 'new: new']],
    [
      'leaves an edit when its type says so',
      [waiting('a')],
      ['a: a', 'new: alone'],
      { payload: page('x', 'alone') },
    ],
  ])('%s', (...[_, actions, expected, more, others]) =>
    expect(shown(added(actions, edit, write('new', more), later, others))).toEqual(expected),
  );

  it('[OF-04] keeps the moment of the edit that it is combined with, unless that one may have arrived', () => {
    const of = (more: Partial<StoredAction>) =>
      added([waiting('a', more), waiting('b', { entity: 'y' })], edit, write('new', { clockOff: 7 }), later);
    const payload = page('x', 'a', 'new');
    expect(of({ lastError: 'no', notBefore: 9 })[0]).toEqual(waiting('a', { payload, clockOff: 7 }));
    expect(of(attempted)[1]).toEqual(waiting('new', { payload, timestamp: later, clockOff: 7 }));
  });

  it('is sent under a new key together with a creation that was refused', () => {
    const payload = page('x', 'a', 'new');
    const more = { ...refused, lastError: 'no', notBefore: 9 };
    expect(added([created(more), created({ id: 'b', entity: 'y' })], edit, write('new'), later)).toEqual([
      created({ id: 'new', payload }),
      created({ id: 'b', entity: 'y' }),
    ]);
    const held = { notBefore: 9, heldUntil: 9 };
    expect(added([created(held)], edit, write('new'), later)).toEqual([created({ ...held, payload })]);
  });

  it('without rules is a write of its own', () => {
    expect(shown(added([waiting('a', { type: 'PLAIN' })], plain, write('new'), later))).toEqual([
      'a: a',
      'new: new',
    ]);
  });
});

describe('[Y-02] a write that a closed page has left', () => {
  const left = (id: string, more: Partial<NewAction> = {}) => write(id, { isLeft: true, ...more });

  it.each<[string, Partial<StoredAction>, Partial<NewAction>, Partial<StoredAction>]>([
    ['unchanged', {}, {}, {}],
    ['with the words of that page', {}, { whole: true }, { payload: page('x', 'left') }],
    ['as one that may have arrived', {}, { attempted: true }, { lastAttempt: later }],
    [
      'as one that may have arrived after a refusal',
      refused,
      { attempted: true },
      { refused: false, lastAttempt: later },
    ],
    ['with its own last attempt', { lastAttempt: 3 }, { attempted: true }, {}],
  ])('that the database has, stays there %s', (_, more, its, expected) => {
    const [a, b] = [waiting('a', more), waiting('b')];
    expect(added([a, b], edit, left('a', { payload: page('x', 'left'), ...its }), later)).toEqual([
      { ...a, ...expected },
      b,
    ]);
  });

  it('is a write of its own at its place in the order', () => {
    const actions = [waiting('a'), waiting('b', { timestamp: noon + 2 })];
    const after = added(actions, edit, left('new', { order: noon + 1, clockOff: 7 }), later);
    expect(after).toEqual([actions[0], waiting('new', { timestamp: noon + 1, clockOff: 7 }), actions[1]]);
    expect(added(actions, edit, left('new', { order: noon, attempted: true }), later)[1]).toEqual(
      waiting('new', { timestamp: noon + 1, lastAttempt: later }),
    );
    expect(added(actions, plain, left('new'), later).at(-1)).toMatchObject({ id: 'new', timestamp: later });
    expect(added(actions, plain, left('new'), 0).at(-1)).toMatchObject({ id: 'new', timestamp: noon + 3 });
    expect(added([], plain, left('new'), 0)).toMatchObject([{ id: 'new', timestamp: 1 }]);
  });

  it.each([
    ['an edit after the creation of its thing', edit, waiting('a', { type: 'CREATE' }), noon + 1],
    [
      'an edit not after the creation of something else',
      edit,
      waiting('a', { type: 'CREATE', entity: 'y' }),
      1,
    ],
    ['an edit not after other edits', edit, waiting('a'), 1],
    ['a deletion after the edits of its thing', remove, waiting('a'), noon + 1],
    ['a creation at its own time', create, waiting('a'), 1],
  ])('comes by whatever clock, %s', (_, type, known, timestamp) =>
    expect(added([known], type, left('new', { order: 1 }), later)).toContainEqual(
      expect.objectContaining({ id: 'new', timestamp }),
    ),
  );

  it('is not combined, and replaces nothing, when another tab was faster', () => {
    const faster = [waiting('a', { timestamp: noon + 1 })];
    expect(shown(added(faster, edit, write('new', { order: noon }), later))).toEqual(['new: new', 'a: a']);
    expect(shown(added(faster, edit, write('new', { order: noon + 1 }), later))).toEqual(['a: a new']);
    expect(shown(added(faster, plain, write('new', { order: noon, holdFor: 1 }), later))).toEqual([
      'a: a',
      'new: new',
    ]);
  });
});

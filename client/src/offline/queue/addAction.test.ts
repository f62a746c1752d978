/** @jest-environment node */
import { change, note } from '../../testing/testQueue.ts';
import { createActionTypes } from '../common/actionTypes.ts';
import { added } from './addAction.ts';

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

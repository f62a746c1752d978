/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import type { PartRow } from '../contract/hostCollection.ts';
import type { CollectionDescription } from '../contract/remotes.ts';
import { useCollection } from '../react/hooks.ts';
import { renderInHost } from './renderInHost.tsx';
import { createTestHost } from './testHost.ts';

interface Loan extends PartRow {
  to: string;
  book_id?: string;
  due?: string;
}

const [a = '', b = '', c = ''] = Array.from(
  'abc',
  (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
);
const ann: Loan = { id: a, to: 'Ann', book_id: 'emma', due: 'May' };
const ben: Loan = { id: b, to: 'Ben', book_id: 'ulysses' };

const hostWith = (more: Partial<CollectionDescription> = {}) =>
  createTestHost({ data: [{ name: 'loans', keys: ['book_id'], ...more }], rows: { loans: [ann, ben] } });
type TestHost = ReturnType<typeof hostWith>;

const loansOf = (host: TestHost) => host.data.collection<Loan>('loans');
const shown = async (host: TestHost, query = {}) => {
  const read = loansOf(host).watch(query);
  await act(async () => undefined);
  const loans = read.get();
  return loans.status === 'ready' ? loans.value : loans.status;
};
const payloads = (host: TestHost) => host.test.queued().map(({ payload }) => payload);

describe('a collection of a remote', () => {
  it('has its rows in order, those with a value of a declared key, and writes at once', async () => {
    const host = hostWith();
    expect(await shown(host)).toEqual([ann, ben]);
    await loansOf(host).put({ id: c, to: 'Cleo', book_id: 'emma' });
    await loansOf(host).remove(a);
    expect(await shown(host)).toEqual([ben, { id: c, to: 'Cleo', book_id: 'emma' }]);
    expect(await shown(host, { where: { book_id: 'emma' } })).toMatchObject([{ to: 'Cleo' }]);
    await host.sync.flush();
    expect(host.test.queued()).toEqual([]);
    expect(await shown(host)).toMatchObject([{ to: 'Ben' }, { to: 'Cleo' }]);
  });

  it('is there without a network, and writes wait', async () => {
    const [created_at, updated_at] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'];
    const host = createTestHost({
      network: 'offline',
      data: [{ name: 'loans' }],
      cached: {
        'GET /parts/:part/rows/:collection': () => ({
          items: [{ id: a, row: { to: 'Ann' }, twin_of: null, created_at, updated_at }],
        }),
      },
    });
    expect(await shown(host)).toEqual([{ id: a, to: 'Ann' }]);
    await loansOf(host).put({ id: b, to: 'Ben' });
    await loansOf(host).remove(a);
    expect(await shown(host)).toEqual([{ id: b, to: 'Ben' }]);
    await host.sync.flush();
    expect(host.test.queued()).toHaveLength(2);
  });

  it('is the same object for a name, and the same Readable for a query', () => {
    const host = hostWith();
    expect(host.data.collection('loans')).toBe(host.data.collection('loans'));
    const emma = () => loansOf(host).watch({ where: { book_id: 'emma' } });
    expect(emma()).toBe(emma());
    expect(loansOf(host).watch()).toBe(loansOf(host).watch({}));
    expect(emma().get()).toBe(emma().get());
  });

  it('throws for a name or a key that remote.json does not declare', () => {
    const host = hostWith();
    expect(() => host.data.collection('others')).toThrow(
      'mf-test declares no data named others in its remote.json.',
    );
    expect(() => loansOf(host).watch({ where: { to: 'Ann' } })).toThrow('to is no key of loans');
  });

  it('rejects an id that the server would not take', async () => {
    const host = hostWith();
    for (const id of ['emma', crypto.randomUUID().toUpperCase()])
      await expect(loansOf(host).put({ id, to: 'Ann' })).rejects.toThrow('crypto.randomUUID()');
    expect(host.test.queued()).toEqual([]);
  });

  it('rejects a row that is too large, or one too many', async () => {
    const host = hostWith({ bytes: 100, rows: 2 });
    await shown(host);
    await expect(loansOf(host).put({ ...ann, to: 'é'.repeat(50) })).rejects.toThrow('at most 100 bytes');
    await expect(loansOf(host).put({ id: c, to: 'Cleo' })).rejects.toThrow('at most 2 rows');
    await loansOf(host).put({ ...ann, to: 'Anna' });
    expect(host.test.queued()).toHaveLength(1);
  });

  it('sends the whole row, or with what it was based on, as its rule of conflicts says', async () => {
    const { due: _, ...changed } = { ...ann, to: 'Anna' };
    const sent = async (conflict: NonNullable<CollectionDescription['conflict']>) => {
      const host = hostWith({ conflict });
      await shown(host);
      await loansOf(host).put(changed);
      return payloads(host)[0] as Record<string, unknown>;
    };
    const basis = { to: [expect.any(String)], due: [expect.any(String)] };
    expect(await sent('last')).not.toHaveProperty('basis');
    expect(await sent('merge')).toMatchObject({ id: a, row: { to: 'Anna', book_id: 'emma' }, basis });
    expect(await sent('merge')).not.toHaveProperty('keep_both');
    expect(await sent('ask')).toMatchObject({ basis, keep_both: true });
    const host = hostWith({ conflict: 'merge' });
    await shown(host);
    await loansOf(host).put(ann);
    expect(host.test.queued()).toEqual([]);
  });

  it('renders with its rows', async () => {
    function Loans() {
      const loans = useCollection<Loan>('loans', { where: { book_id: 'emma' } });
      return <p>{loans.status === 'ready' ? loans.value.map(({ to }) => to).join() : 'loading'}</p>;
    }
    const host = hostWith();
    renderInHost(<Loans />, host);
    expect(await screen.findByText('Ann')).toBeVisible();
    await act(() => loansOf(host).put({ id: c, to: 'Cleo', book_id: 'emma' }));
    expect(screen.getByText('Ann,Cleo')).toBeVisible();
  });
});

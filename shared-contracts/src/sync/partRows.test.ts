/** @jest-environment node */
import type { StoredPartRow } from '../api/parts.ts';
import type { BuiltInActions } from '../contract/syncActions.ts';
import { basisOf, valueStamp } from '../domain/changes/basis.ts';
import { binActions } from './bin.ts';
import { partRowActions } from './partRows.ts';

type Put = BuiltInActions['PUT_PART_ROW'];

const key = 'GET /parts/:part/rows/:collection';
const place = { part: 'mf-lending', collection: 'loans' };
const when = '2026-01-01T00:00:00.000Z';
const later = '2026-02-01T00:00:00.000Z';
const stored = (id: string, row: object): StoredPartRow => ({
  id,
  row: { ...row },
  twin_of: null,
  created_at: when,
  updated_at: when,
});
const put = (row: object, more: Partial<Put> = {}): Put => ({
  ...place,
  id: 'l1',
  row: { ...row },
  created_at: later,
  ...more,
});
const laid = (items: StoredPartRow[], write: Put, params = place) =>
  partRowActions.PUT_PART_ROW.overlay?.[key]?.({ items }, write, { params }).items;

describe('rows of a part that wait', () => {
  it('are shown last, in their place only, with what another device has changed in other fields', () => {
    const others = [stored('l0', { to: 'Ann' })];
    expect(laid(others, put({ to: 'Ben' }))).toMatchObject([{ id: 'l0' }, { id: 'l1', row: { to: 'Ben' } }]);
    for (const params of [
      { ...place, part: 'mf-other' },
      { ...place, collection: 'others' },
    ]) {
      expect(laid(others, put({ to: 'Ben' }), params)).toBe(others);
      expect(
        partRowActions.DELETE_PART_ROW.overlay?.[key]?.({ items: others }, { ...place, id: 'l0' }, { params })
          .items,
      ).toBe(others);
    }
    const shown = { to: 'Ann', due: 'May', note: 'x' };
    const change = put({ to: 'Ben', due: 'May' }, { basis: basisOf(shown, { to: 0, note: 0 }) });
    expect(laid([stored('l1', { ...shown, due: 'June' })], change)).toEqual([
      stored('l1', { due: 'June', to: 'Ben' }),
    ]);
  });

  it('[N-07] come back from the bin to their place at once', () => {
    const restored = {
      id: '7',
      kind: 'row',
      thing_id: 'l1',
      book_id: null,
      book_in_bin: false,
      row: { ...place, ...stored('l1', { to: 'Ann' }) },
    } as const;
    const items = (params: typeof place) =>
      binActions.RESTORE_FROM_BIN.overlay?.[key]?.({ items: [] }, restored, { params }).items;
    expect(items(place)).toMatchObject([{ id: 'l1', row: { to: 'Ann' } }]);
    expect(items({ ...place, part: 'mf-other' })).toEqual([]);
    expect(binActions.RESTORE_FROM_BIN.settledBy?.(404, restored)).toBe(false);
  });

  it('merge into one write that knows what both replaced, or replaces the whole row as one of them did', () => {
    const first = put(
      { to: 'Ben', due: 'May' },
      { basis: basisOf({ to: 'Ann' }, { to: 0 }), created_at: when },
    );
    const second = put({ to: 'Cleo', due: 'June' }, { basis: basisOf(first.row, { to: 0, due: 0 }) });
    expect(partRowActions.PUT_PART_ROW.merge?.(first, second)).toEqual({
      ...second,
      created_at: when,
      basis: { to: [valueStamp('Ann'), valueStamp('Ben')], due: [valueStamp('May')] },
    });
    const { basis: _, ...whole } = second;
    expect(partRowActions.PUT_PART_ROW.merge?.(first, whole)).toEqual({ ...whole, created_at: when });
    expect(partRowActions.PUT_PART_ROW.merge?.(whole, second)).toEqual(whole);
  });
});

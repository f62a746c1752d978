/** @jest-environment node */

import { RemoteContent } from '@lectern/shared-contracts/contract/remotes.ts';
import { Value } from 'typebox/value';
import { describedRemote } from '../testing/describedRemotes.ts';
import { remoteContent } from './remoteContent.ts';

const page = { path: '/lending', expose: 'LendingPage', title: 'Lending' };
const fill = { point: 'shell/dashboard', expose: 'LoansWidget', name: 'Loans' };

describe('parsing a remote.json', () => {
  it.each(['mf-library', 'mf-reader', 'mf-gamification', 'mf-mentor', 'mf-search'])(
    'of %s is of the shape of the contract, and taken whole',
    (name) => {
      const raw = describedRemote(name);
      expect([...Value.Errors(RemoteContent, raw)]).toEqual([]);
      // Who answers for it is for operators only.
      const { team: _, ...shown } = raw;
      expect(remoteContent(raw)).toMatchObject({ ...shown, problems: [] });
    },
  );

  it('omits and names invalid parts', () => {
    const pages = [page, { ...page, path: '/lent', failure: { name: 'Lent', area: 'permission' } }];
    const checked = remoteContent({ pages, fills: [fill], texts: { de: 'Verleih' } });
    expect(checked.problems).toEqual(['pages[1]', 'texts']);
    expect([checked.pages, checked.fills, checked.texts]).toEqual([[page], [fill], {}]);
  });

  it.each([
    { path: 'lending' },
    { path: '/lending/' },
    { path: 5 },
    { path: `/${'a'.repeat(120)}` },
    { expose: '1Page' },
    { title: '' },
    { title: 'x'.repeat(61) },
    { title: '<b>' },
    { title: 5 },
    { access: 'admin' },
    { chrome: 'all' },
    { parent: 'x' },
    { navigation: { label: 'Lending' } },
    { navigation: { label: 'Lending', icon: 'book', rail: '1' } },
    { reads: {} },
    { reads: [{ key: 'POST /loans' }] },
    { reads: [{ key: 'GET /loans' }, { key: 5 }] },
    { reads: [{ key: 'GET /loans', params: { a: 5 } }] },
    { reads: [{ key: 'GET /loans', query: { a: 'x', b: {} } }] },
    { reads: [{ key: 'GET /loans', offline: 'yes' }] },
    { preloads: ['a', ''] },
  ])('omits a page with %j', (change) => {
    expect(remoteContent({ pages: [{ ...page, ...change }] })).toMatchObject({
      pages: [],
      problems: ['pages[0]'],
    });
  });

  it.each([
    { path: '/lending/:id' },
    { title: 'x'.repeat(60) },
    { reads: [{ key: 'GET /loans', params: { a: 'x' }, query: { a: 'x', b: 5, c: true }, offline: true }] },
    { preloads: ['a'], chrome: 'none', access: 'anyone' },
  ])('accepts a page with %j', (change) => {
    const changed = { ...page, ...change };
    expect(remoteContent({ pages: [changed] })).toMatchObject({ pages: [changed], problems: [] });
  });

  const command = { title: 'Lend', path: '/lending' };
  const actions = { types: ['LEND_BOOK'], expose: 'actions' };
  const read = { key: 'GET /loans' };
  const flag = { key: 'new-list', title: 'New list' };
  const navigation = { label: 'Lending', icon: 'book' };

  it.each([
    ['pages', { ...page, reads: [{ key: 'GET /loans?all' }] }],
    ['pages', { ...page, navigation: { ...navigation, bar: Number.NaN } }],
    ['pages', { ...page, navigation: { ...navigation, badge: { read: { key: 'loans' } } } }],
    ['pages', { ...page, navigation: { ...navigation, badge: { read, where: { lent: {} } } } }],
    ['pages', { ...page, navigation: { ...navigation, badge: { uploads: 'all' } } }],
    ['pages', { ...page, navigation: { ...navigation, badge: { uploads: 'pending', text: '' } } }],
    ['pages', { ...page, next: 'lent' }],
    ['fills', { ...fill, point: 'Dashboard' }],
    ['fills', { ...fill, point: 'shell/dashboard 2' }],
    ['fills', { ...fill, order: 'first' }],
    ['fills', { ...fill, quiet: 1 }],
    ['fills', { ...fill, height: '12px' }],
    ['fills', { ...fill, height: '12.rem' }],
    ['fills', { ...fill, height: 'calc(12rem)' }],
    ['commands', { ...command, keywords: 5 }],
    ['commands', { ...command, path: 'https://example.org' }],
    ['actions', { ...actions, types: ['lend'] }],
    ['actions', { ...actions, types: ['xLEND'] }],
    ['actions', { ...actions, types: ['LEND book'] }],
    ['actions', { ...actions, types: 'LEND_BOOK' }],
    ['offlineReads', { key: 'GET /loans\n' }],
    ['offlineReads', { ...read, allPages: 'yes' }],
    ['flags', { ...flag, key: 'New' }],
    ['flags', { ...flag, key: 'new list' }],
  ])('in %s, omits %j', (list, one) => {
    expect(remoteContent({ [list]: [one] })).toMatchObject({
      pages: [],
      fills: [],
      commands: [],
      actions: [],
      offlineReads: [],
      flags: [],
      problems: [`${list}[0]`],
    });
  });

  it.each([
    [
      'pages',
      { ...page, navigation: { ...navigation, badge: { read, where: { lent: true }, text: 'Lent' } } },
    ],
    ['pages', { ...page, navigation: { ...navigation, badge: { uploads: 'pending' } } }],
    ['fills', { ...fill, order: 2.5, quiet: true, height: '12.5rem', reads: [read] }],
    ['commands', { ...command, keywords: 'loan' }],
    ['actions', { ...actions, types: ['LEND', 'GIVE_BACK_2'] }],
    ['offlineReads', { ...read, allPages: true }],
    ['flags', flag],
  ])('in %s, accepts %j', (list, one) => {
    expect(remoteContent({ [list]: [one] })).toMatchObject({ [list]: [one], problems: [] });
  });

  it.each(['pages', 'fills', 'commands', 'actions', 'offlineReads', 'flags'])(
    '%s that are no list are left out',
    (list) => {
      const checked = remoteContent({ [list]: { 0: page } });
      expect(checked).toMatchObject({ pages: [], fills: [], commands: [], flags: [], problems: [list] });
    },
  );

  it.each([
    ['1.3', []],
    ['1.3.0', ['api']],
    ['v1.3', ['api']],
    ['1.x', ['api']],
    [1.3, ['api']],
  ])('the version %j of the API has the problems %j', (api, problems) => {
    expect(remoteContent({ api }).problems).toEqual(problems);
  });

  it.each([
    5,
    { de: 5 },
    { de: { Loan: 5 } },
    { de: { Loan: '' } },
    { de: { Loan: '<b>' } },
    { de: { Loan: 'x' }, fr: { Loan: '\u202eb' } },
  ])('omits texts like %j', (texts) => {
    expect(remoteContent({ texts })).toMatchObject({ texts: {}, problems: ['texts'] });
  });

  it('accepts lists up to a limit', () => {
    const commands = Array.from({ length: 41 }, () => ({ title: 'Lend', path: '/lending' }));
    expect(remoteContent({ commands: commands.slice(1) }).commands).toHaveLength(40);
    expect(remoteContent({ commands })).toMatchObject({ commands: [], problems: ['commands'] });
  });

  it('ignores unknown fields', () => {
    const checked = remoteContent({ pages: [{ ...page, later: true }], later: 5 });
    expect(checked.pages).toHaveLength(1);
    expect(checked.problems).toEqual([]);
  });

  it.each([null, undefined, 5, 'x', []])('%j is empty', (raw) => {
    expect(remoteContent(raw)).toMatchObject({ pages: [], fills: [], actions: [], problems: [] });
  });
});

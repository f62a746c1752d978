/** @jest-environment node */

import { RemoteContent } from '@lectern/shared-contracts/contract/remotes.ts';
import { Value } from 'typebox/value';
import { describedRemote } from '../testing/describedRemotes.ts';
import { remoteContent } from './remoteContent.ts';

const page = { path: '/lending', expose: 'LendingPage', title: 'Lending' };
const widget = { slot: 'dashboard', expose: 'LoansWidget', name: 'Loans' };

describe('what a remote.json says', () => {
  it.each(['mf-library', 'mf-reader', 'mf-gamification', 'mf-mentor', 'mf-search'])(
    'of %s is of the shape of the contract, and taken whole',
    (name) => {
      const raw = describedRemote(name);
      expect([...Value.Errors(RemoteContent, raw)]).toEqual([]);
      expect(remoteContent(raw)).toMatchObject({ ...raw, problems: [] });
    },
  );

  it.each<[string, unknown]>([
    ['pages', 'x'],
    ['pages[0]', [{ ...page, path: 'lending' }]],
    ['pages[0]', [{ ...page, path: '/:anything' }]],
    ['pages[0]', [{ ...page, path: '//evil.example' }]],
    ['pages[0]', [{ ...page, path: '/../admin' }]],
    ['pages[0]', [{ ...page, expose: '../x' }]],
    ['pages[0]', [{ ...page, title: '' }]],
    ['pages[0]', [{ ...page, title: '<img src=x onerror=alert(1)>' }]],
    ['pages[0]', [{ ...page, title: 'Len\u202egnid' }]],
    ['pages[0]', [{ ...page, access: 'admin' }]],
    ['pages[0]', [{ ...page, failure: { name: 'Lending', area: 'permission' } }]],
    ['pages[0]', [{ ...page, navigation: { label: 'Lending', icon: 5 } }]],
    ['pages[0]', [{ ...page, reads: [{ key: 'POST /notes' }] }]],
    ['widgets[0]', [{ ...widget, height: '1rem; position: fixed' }]],
    ['widgets[0]', [{ ...widget, slot: 'Dashboard' }]],
    ['widgets[0]', [null]],
    ['commands[0]', [{ title: 'Lend', path: 'javascript:alert(1)' }]],
    ['actions[0]', [{ types: ['lend a book'], expose: 'Actions' }]],
    ['actions[0]', [{ types: 'LEND', expose: 'Actions' }]],
    ['offlineReads[0]', [{ key: 'GET http://evil.example' }]],
  ])('%s is left out, alone and by name: %j', (problem, list) => {
    const name = problem.replace(/\[0\]/, '');
    const checked = remoteContent({ pages: [page], widgets: [widget], [name]: list });
    expect(checked.problems).toEqual([problem]);
    expect(checked[name as 'pages']).toEqual([]);
    expect(name === 'pages' ? checked.widgets : checked.pages).toHaveLength(1);
  });

  it('is taken up to a bound, and the rest is left out by name', () => {
    const commands = Array.from({ length: 5_000 }, () => ({ title: 'Lend', path: '/lending' }));
    const checked = remoteContent({ commands });
    expect([checked.commands.length, checked.problems]).toEqual([40, ['commands[40…]']]);
  });

  it('says what it uses that ends with a later contract', () => {
    const routes = [{ path: '/lent', expose: 'LentPage', title: 'Lent' }];
    expect(remoteContent({ routes }).deprecated).toEqual(['routes']);
    expect(remoteContent({ pages: [page] }).deprecated).toEqual([]);
  });

  it('may have fields that this shell does not know', () => {
    const checked = remoteContent({ pages: [{ ...page, later: true }], later: 5 });
    expect(checked.pages).toHaveLength(1);
    expect(checked.problems).toEqual([]);
  });

  it.each([null, undefined, 5, 'x', []])('%j says nothing', (raw) => {
    expect(remoteContent(raw)).toMatchObject({ pages: [], widgets: [], actions: [], problems: [] });
  });
});

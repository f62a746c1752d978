import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentProblem } from '../lib/contentProblems.mjs';
import { exposesOf } from '../lib/exposes.mjs';
import { remoteNames } from '../lib/paths.mjs';
import { contentOf } from '../lib/publish.mjs';

const shell = { paths: ['/dashboard', '/settings', '/settings/data-export'] };
const other = { current: { description: { name: 'mf-other', pages: [{ path: '/loans/:loanId' }] } } };
const registry = { remotes: { 'mf-other': other } };
const page = (change = {}) => ({ path: '/lending', expose: 'LendingPage', title: 'Lending', ...change });
const problem = (content) =>
  contentProblem({ name: 'mf-lending', exposes: ['LendingPage'], ...content }, { shell, registry });

describe('[T-13] a remote.json that is refused at deploy', () => {
  for (const [what, content, says] of [
    ['a page that is no object', { pages: ['/lending'] }, /pages\[0\]: must be object/],
    ['pages that are no list', { pages: { path: '/lending' } }, /pages: must be array/],
    [
      'a title that is missing',
      { pages: [page({ title: undefined })] },
      /pages\[0\]: must have required property 'title'/,
    ],
    [
      'a key that is misspelt',
      { pages: [page({ chrom: 'none' })] },
      /pages\[0\]: .*additional properties.*chrom/,
    ],
    ['a list that nobody knows', { widget: [] }, /remote\.json: .*additional properties.*widget/],
    ['a path of the shell', { pages: [page({ path: '/Settings' })] }, /pages\[0\]\.path: .*the shell has it/],
    [
      'a path that hides one of the shell',
      { pages: [page({ path: '/settings/:what' })] },
      /the shell has it/,
    ],
    [
      'a path of another remote',
      { pages: [page({ path: '/loans/new' })] },
      /mf-other has it \(\/loans\/:loanId\)/,
    ],
    ['a path of the server', { pages: [page({ path: '/v1/books' })] }, /is the server's/],
    ['one path twice', { pages: [page(), page()] }, /pages\[1\]\.path: \/lending is that of pages\[0\]/],
    [
      'parents that lead in a circle',
      { pages: [page({ parent: '/lent' }), page({ path: '/lent', parent: '/lending' })] },
      /pages\[0\]\.parent: leads back to \/lending/,
    ],
    [
      'a module that is not there',
      { pages: [page({ expose: 'Nothing' })] },
      /pages\[0\]\.expose: there is no/,
    ],
    [
      'a slot that there is not',
      { widgets: [{ slot: 'sidebar', expose: 'LendingPage', name: 'Lending' }] },
      /widgets\[0\]\.slot: sidebar is none of dashboard/,
    ],
    ['a read that the API lacks', { offlineReads: [{ key: 'GET /loans' }] }, /the API has no GET \/loans/],
    ['a title with markup', { pages: [page({ title: '<img src=x>' })] }, /pages\[0\]\.title: has < or >/],
    [
      'a title that turns round',
      { pages: [page({ title: 'gnp\u202e.exe' })] },
      /pages\[0\]\.title: .*not seen/,
    ],
    ['a title that is too long', { pages: [page({ title: 'x'.repeat(61) })] }, /must NOT have more than 60/],
    [
      'more than a registry can carry',
      { commands: Array.from({ length: 2_000 }, () => ({ title: 'Open', path: '/lending' })) },
      /commands: 2000 entries, at most 40/,
    ],
    ['a version of the API that is none', { api: 'latest' }, /api: must match pattern/],
  ]) {
    it(`has ${what}: the place and the reason are named`, () => {
      assert.match(String(problem(content)), says);
    });
  }

  it('is none of those of this checkout', () => {
    for (const name of remoteNames()) {
      const exposes = Object.keys(exposesOf(name)).map((expose) => expose.slice(2));
      const found = contentProblem(
        { name, exposes, ...contentOf(name) },
        { shell, registry: { remotes: {} } },
      );
      assert.equal(found, null);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { circles, complaints, namesOfRemotes } from '../boundaries.mjs';

const edge = (from, to, more = {}) => ({ from, to, own: true, typeOnly: false, ...more });

describe('import rules', () => {
  for (const [what, from, to] of [
    ['a remote the shell', 'mf-library/src/library/Shelf.tsx', 'client/src/api/client.ts'],
    ['a remote another remote', 'mf-library/src/library/Shelf.tsx', 'mf-reader/src/view/OpenBook.tsx'],
    ['a remote the server', 'mf-mentor/src/mentor/Page.tsx', 'server/src/app.ts'],
    ['the shell a remote', 'shell/src/routes/routes.tsx', 'mf-search/src/expose/SearchOverlay.tsx'],
    ['the shell the server', 'shell/src/boot/createShell.ts', 'server/src/run/config/config.ts'],
    ['the server the shell', 'server/src/app.ts', 'shell/src/routes/routes.tsx'],
    [
      'a lower room of the server a higher one',
      'server/src/store/db.ts',
      'server/src/library/books/ownBook.ts',
    ],
    ['the contracts anything of ours', 'shared-contracts/src/contract/host.ts', 'shared-ui/src/tokens.ts'],
    ['what is looks alone the shell', 'shared-ui/src/Button.tsx', 'shell/src/services/theme/applyTheme.ts'],
    ['the client the shell', 'client/src/offline/createOffline.ts', 'shell/src/pages/About.tsx'],
    ['the client React', 'client/src/offline/createOffline.ts', 'shared-contracts/src/react/hooks.ts'],
    ['one engine of the reader another', 'mf-reader/src/pdf/openPdf.ts', 'mf-reader/src/epub/openEpub.ts'],
    ['schemas into a browser', 'mf-library/src/library/Shelf.tsx', 'shared-contracts/src/api/books.ts'],
    ['tests into what ships', 'shell/src/host/createHost.ts', 'shared-contracts/src/testing/testHost.ts'],
  ]) {
    it(`refuse ${what}`, () => assert.equal(complaints([edge(from, to)]).length, 1));
  }

  it('allow a remote to import the shared packages, and types of schemas', () => {
    assert.deepEqual(
      complaints([
        edge('mf-library/src/a.tsx', 'shared-ui/src/Button.tsx'),
        edge('mf-library/src/a.tsx', 'shared-contracts/src/contract/host.ts'),
        edge('mf-library/src/a.tsx', 'shared-contracts/src/api/books.ts', { typeOnly: true }),
        edge('server/src/app.ts', 'shared-contracts/src/api/routes.ts'),
      ]),
      [],
    );
  });

  it('report cycles', () => {
    const circle = [edge('shell/src/a.ts', 'shell/src/b.ts'), edge('shell/src/b.ts', 'shell/src/a.ts')];
    assert.match(complaints(circle)[0], /A circle/);
  });

  it('report cycles of types, but not edges in one direction', () => {
    const there = edge('shell/src/a.ts', 'shell/src/b.ts');
    const back = edge('shell/src/b.ts', 'shell/src/a.ts', { typeOnly: true });
    assert.deepEqual(circles([there, back]), [['shell/src/a.ts', 'shell/src/b.ts']]);
    assert.deepEqual(circles([there]), []);
  });

  it('report cycles of folders without cycles of files, ignoring tests', () => {
    const folderOf = (path) => path.split('/').slice(0, -1).join('/');
    const there = edge('server/src/library/books/a.ts', 'server/src/intake/jobs/a.ts');
    const back = edge('server/src/intake/jobs/b.ts', 'server/src/library/books/b.ts');
    assert.deepEqual(circles([there, back], folderOf), [
      ['server/src/intake/jobs', 'server/src/library/books'],
    ]);
    assert.deepEqual(circles([there, { ...back, from: 'server/src/intake/jobs/b.test.ts' }], folderOf), []);
  });

  it('the shell names neither a remote nor an exposed module', () => {
    const found = (line) => namesOfRemotes({ 'shell/src/a.ts': line }, ['mf-reader'], ['ReaderPage']).length;
    assert.equal(found("load('mf-reader', name)"), 1);
    assert.equal(found("load(remote, 'ReaderPage')"), 1);
    assert.equal(found("'mf-readers'; ReaderPageProps; '/read/:bookId'"), 0);
  });
});

import type { CheckedRegistry } from '@lectern/client/registry/checkRegistry.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';
import { screen, waitFor } from '@testing-library/react';
import { PageOf } from '../../router/Page.tsx';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { createDeveloperView } from './createDeveloperView.ts';

const allowing = (allowsOverrides: boolean) => ({
  load: async () =>
    ({ allowsOverrides, remotes: new Map(), refused: [], contents: new Map() }) satisfies CheckedRegistry,
});

describe('the view for developers', () => {
  it('names what is shown, and lists each load with its stages and the id that a report has', async () => {
    const developerView = createDeveloperView('?parts', allowing(true));
    await waitFor(() => expect(developerView.get()).not.toBeNull());
    const view = developerView.get();
    const shell = createTestShell({
      remotes: { 'mf-library/LibraryPage': () => ({ default: () => <h1>Shelves</h1> }) },
    });
    const match = shell.routes.find('/library');
    if (view === null || match === null) throw new Error('none');
    await shell.loader.load({ remote: 'mf-library', expose: 'NotesPage' });
    await renderInShell(
      <>
        <PageOf match={match} />
        <view.Loads />
      </>,
      { ...shell, developerView },
    );
    expect(await screen.findByText('Shelves')).toBeInTheDocument();
    const name = `mf-library/LibraryPage 1.0.0, contract ${CONTRACT_VERSION}`;
    expect(await screen.findByText(name)).toBeInTheDocument();
    const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows[0]).toMatch(/^1mf-library\/NotesPage 1\.0\.0registry ✓ gate ✗ not_exposed\d+ ms$/);
    expect(rows[1]).toMatch(
      /^2mf-library\/LibraryPage 1\.0\.0registry ✓ gate ✓ entry ✓ init ✓ page ✓\d+ ms$/,
    );
  });

  it.each([
    ['nobody asks for it', '?tab=notes', true],
    ['the operator allows no overrides', '?parts', false],
  ])('is not there when %s', async (_when, search, allowed) => {
    const registry = allowing(allowed);
    const view = createDeveloperView(search, registry);
    await registry.load();
    await import('./DeveloperView.tsx');
    expect(view.get()).toBeNull();
  });
});

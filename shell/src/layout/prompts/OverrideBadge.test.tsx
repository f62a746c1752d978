import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { OverrideBadge } from './OverrideBadge.tsx';

/** Renders the badge with these changes to the registry. */
async function badge(changed: { overridden?: string[] } | Error) {
  const shell = createTestShell();
  const deployed = await shell.registry.load();
  const removed: string[] = [];
  let reloads = 0;
  await renderInShell(
    <OverrideBadge storage={{ removeItem: (key) => removed.push(key) }} />,
    Object.assign(shell, {
      registry: {
        ...shell.registry,
        load: async () => {
          if (changed instanceof Error) throw changed;
          return { ...deployed, ...changed };
        },
      },
      reload: () => {
        reloads += 1;
      },
    }),
  );
  return { removed, reloads: () => reloads };
}

describe('the badge for overrides', () => {
  it('[MF-05] lists local remotes and other versions on every page', async () => {
    await badge({ overridden: ['mf-library', 'mf-reader', 'mf-mentor@2.0.0', 'mf-search@1.0.0'] });
    expect(await screen.findByText('From this machine: mf-library, mf-reader')).toBeInTheDocument();
    expect(screen.getByText('Other versions: mf-mentor@2.0.0, mf-search@1.0.0')).toBeInTheDocument();
  });

  it('removes them with one click and reloads the page', async () => {
    const { removed, reloads } = await badge({ overridden: ['mf-reader@1.0.0'] });
    expect(await screen.findByText('Other versions: mf-reader@1.0.0')).toBeInTheDocument();
    expect(screen.queryByText(/^From this machine/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the deployed version' }));
    expect(removed.sort()).toEqual([storageKeys.overrides, storageKeys.remoteLink].sort());
    expect(reloads()).toBe(1);
  });

  it.each([
    ['nothing is overridden', {}],
    ['there is no registry', new Error('gone')],
  ])('is not shown when %s', async (_when, changed) => {
    await badge(changed);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });
});

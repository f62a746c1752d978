import { readOverrides } from '@lectern/client/registry/overrides.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { FaultPanel } from './FaultPanel.tsx';

const remotes = { 'mf-library/LibraryPage': () => ({ default: () => null }) };

async function rendered(allowsOverrides: boolean) {
  const shell = createTestShell({ remotes });
  const registry = await shell.registry.load();
  registry.allowsOverrides = allowsOverrides;
  return renderInShell(<FaultPanel />, shell);
}

afterEach(() => localStorage.clear());

test('a developer switches a fault on and off where the operator allows it', async () => {
  await rendered(true);
  const library = await screen.findByRole('combobox', { name: 'mf-library' });
  await userEvent.selectOptions(library, 'Its files are missing');
  expect(readOverrides(localStorage)).toEqual({ 'mf-library': 'fault:failing' });
  await userEvent.selectOptions(library, 'Works as it is deployed');
  expect(readOverrides(localStorage)).toEqual({});
});

test('is hidden from everyone else', async () => {
  await rendered(false);
  expect(screen.queryByText('Faults for testing')).toBeNull();
});

import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import NotesPage from '../../expose/NotesPage.tsx';
import { renderPage } from '../../testing/renderPage.tsx';
import { sampleId } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';

const [standing, kept] = [sampleId(1), sampleId(2)];
const at = '2026-01-01T00:00:00.000Z';
const note = (id: string, fields: Partial<Note>): Note => ({
  id,
  book_id: null,
  title: 'The sea',
  content: 'The whale is white.',
  type: 'note',
  page: null,
  position: null,
  color: null,
  tags: [],
  unread: false,
  created_at: at,
  updated_at: at,
  ...fields,
});
const twin = { twin_of: standing, twin_kind: 'note', twin_field: 'content' } as const;
const show = (notes: Note[]) => renderPage(NotesPage, { routes: { 'GET /notes': () => ({ items: notes }) } });
const both = () =>
  show([note(standing, {}), note(kept, { title: 'The ocean', content: 'The whale is grey.', ...twin })]);
const choice = () => screen.getByRole('group', { name: /You changed this on two devices/ });
const version = (name: string) => within(choice()).getByRole('region', { name });
const press = (name: string) => userEvent.click(within(choice()).getByRole('button', { name }));

describe('[Y-07] a note that was changed on two devices', () => {
  test('shows title and words of both, with what is different marked, and once each', async () => {
    const { container } = await both();
    expect(version('Current version')).toHaveTextContent('The seaThe whale is white.');
    expect(version('Other version')).toHaveTextContent('The oceanThe whale is grey.');
    const marks = [...choice().querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marks).toEqual(['sea', 'white', 'ocean', 'grey']);
    expect(screen.getAllByText(/The whale is grey|grey/)).toHaveLength(1);
    expect(await violations(container)).toEqual([]);
  });

  test.each([
    ['Keep the current version', [['DELETE_NOTE', { id: kept }]]],
    [
      'Use the other version',
      [
        ['UPDATE_NOTE', { id: standing, title: 'The ocean', content: 'The whale is grey.' }],
        ['DELETE_NOTE', { id: kept }],
      ],
    ],
    ['Keep both, the other one as a note', [['UPDATE_NOTE', { id: kept, twin_of: null }]]],
  ] as const)('%s: so it is, and it is said', async (button, writes) => {
    const { host } = await both();
    await press(button);
    await waitFor(() => expect(host.test.shown).toHaveLength(1));
    expect(host.test.queued().map(({ type, payload }) => [type, payload])).toMatchObject(writes);
    expect(screen.queryByRole('group', { name: /two devices/ })).not.toBeInTheDocument();
  });

  test('whose other half is gone can be kept or deleted', async () => {
    const { host } = await show([note(kept, twin)]);
    const left = within(
      screen.getByRole('group', { name: 'You changed this on two devices, and this version was replaced.' }),
    );
    expect(left.getByRole('button', { name: 'Delete it' })).toBeInTheDocument();
    await userEvent.click(left.getByRole('button', { name: 'Keep it as a note' }));
    await waitFor(() => expect(host.test.queued()).toMatchObject([{ payload: { id: kept, twin_of: null } }]));
    expect(screen.getByText('The whale is white.')).toBeInTheDocument();
  });
});

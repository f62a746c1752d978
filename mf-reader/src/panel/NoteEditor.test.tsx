import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { NoteEditor } from './NotesTab.tsx';

function saved(save: () => Promise<void>) {
  const { host } = renderInHost(<NoteEditor draftName="page-note.b1" onSave={save} onCancel={() => {}} />);
  fireEvent.change(screen.getByLabelText('Note on this page'), { target: { value: 'Not stored yet' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save note' }));
  return () => host.preferences.watch<unknown>('draft.page-note.b1', null).get();
}

test('a stored note on a page is no draft any more', async () => {
  expect(saved(async () => {})()).toBeNull();
});

test('a note on a page that could not be stored is a draft again', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const draft = saved(() => Promise.reject(new Error('Nobody is signed in.')));
  await waitFor(() => expect(logged).toHaveBeenCalled());
  logged.mockRestore();
  expect(draft()).toEqual({ content: 'Not stored yet' });
});

import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HighlightEditor } from './HighlightEditor.tsx';

const nothing = () => {};

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

/** The open editor of a highlight. */
function open({ note = null as string | null, save = async () => {}, preferences = {} } = {}) {
  const notes: [string | null, string | null][] = [];
  const deleted: (string | null)[] = [];
  const { unmount, host } = renderInHost(
    <HighlightEditor
      highlight={{ id: 'h1', color: 'yellow', style: 'highlight', note }}
      box={{ left: 0, top: 0, width: 10, height: 10 }}
      onColor={nothing}
      onStyle={nothing}
      onNote={(...note) => {
        notes.push(note);
        return save();
      }}
      onCopy={nothing}
      onDelete={(seen) => deleted.push(seen)}
      onClose={nothing}
    />,
    { preferences },
  );
  return {
    host,
    notes,
    deleted,
    unmount,
    draft: () => host.preferences.watch<unknown>('draft.thought.h1', null).get(),
  };
}

/** The same of a highlight without a note, with a thought typed into it. */
function withThought(save = async () => {}) {
  const opened = open({ save });
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Not saved yet' } });
  return opened;
}

test('[AE-09] a thought is saved when its editor goes: by a tap on the page, a turned page, another highlight', () => {
  const { notes, unmount } = withThought();
  unmount();
  expect(notes).toEqual([['Not saved yet', null]]);
});

test('a thought is saved once, and not after its highlight was deleted', () => {
  const saved = withThought();
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  saved.unmount();
  expect(saved.notes).toEqual([['Not saved yet', null]]);
  const deleted = withThought();
  fireEvent.click(screen.getByRole('button', { name: 'Delete highlight' }));
  deleted.unmount();
  expect(deleted.notes).toEqual([]);
});

test('[N-07] the earlier versions of a thought are shown once what is typed is saved', () => {
  const { host, notes } = withThought();
  fireEvent.click(screen.getByRole('button', { name: 'Earlier versions' }));
  expect(notes).toEqual([['Not saved yet', null]]);
  expect(host.test.versionsShown).toEqual([{ kind: 'highlight', id: 'h1' }]);
});

test('[AE-09] a thought that cannot be stored, since the sign-in has expired, is kept as a draft', async () => {
  const stored = withThought();
  expect(stored.draft()).toEqual({ thought: 'Not saved yet', before: null });
  stored.unmount();
  await waitFor(() => expect(stored.draft()).toBeNull());
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  const expired = withThought(() => Promise.reject(new Error('Nobody is signed in.')));
  expired.unmount();
  await waitFor(() => expect(logged).toHaveBeenCalled());
  logged.mockRestore();
  expect(expired.draft()).toEqual({ thought: 'Not saved yet', before: null });
});

test('[Y-07] a draft keeps the note that it replaces, so that a newer one of another device is not overwritten', () => {
  const preferences = { 'draft.thought.h1': { thought: 'Mine', before: 'As it was' } };
  const { notes, unmount } = open({ note: 'Written elsewhere since', preferences });
  expect(screen.getByLabelText('Note')).toHaveValue('Mine');
  unmount();
  expect(notes).toEqual([['Mine', 'As it was']]);
  const again = open({ note: 'Written elsewhere since', preferences });
  fireEvent.click(screen.getByRole('button', { name: 'Delete highlight' }));
  expect(again.deleted).toEqual(['As it was']);
});

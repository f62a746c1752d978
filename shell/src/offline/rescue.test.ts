import type { QueuedAction } from '@lectern/shared-contracts/host.ts';
import { rescueOf, wordsOf } from './rescue.ts';

const now = '2026-05-01T10:00:00.000Z';
const action = (type: string, payload: unknown): QueuedAction => ({
  id: 'a1',
  type,
  payload,
  status: 'failed',
  priority: 8,
  timestamp: 1,
  retryCount: 1,
  maxRetries: 5,
  lastError: 'This is not here, or it is not yours.',
  lastAttempt: 1,
  entity: 'x',
  userId: 'u1',
});

describe('words that could not be saved', () => {
  it('of a highlight on a deleted book become a note with the quotation and the thought', () => {
    const marked = action('CREATE_HIGHLIGHT', { id: 'h', bookId: 'b', text: 'the whale', note: 'white' });
    expect(rescueOf(marked, 'n', now)).toEqual({
      id: 'n',
      bookId: null,
      content: 'white',
      created_at: now,
      position: { quote: { exact: 'the whale' } },
    });
  });

  it('of a note on a deleted book, or of a change to a deleted note, become a note of their own', () => {
    const made = action('CREATE_NOTE', { id: 'x', bookId: 'b', title: 'T', content: 'thought' });
    expect(rescueOf(made, 'n', now)).toMatchObject({ id: 'n', bookId: null, title: 'T', content: 'thought' });
    const changed = action('UPDATE_NOTE', { id: 'x', bookId: null, content: 'thought' });
    expect(rescueOf(changed, 'n', now)).toMatchObject({ id: 'n', bookId: null, content: 'thought' });
  });

  it('are none in a place, a change of tags or a note that is on no book already', () => {
    expect(wordsOf(action('UPDATE_PROGRESS', { bookId: 'b' }))).toBeNull();
    expect(rescueOf(action('UPDATE_NOTE', { id: 'x', bookId: 'b', tags: ['t'] }), 'n', now)).toBeNull();
    expect(rescueOf(action('CREATE_NOTE', { id: 'x', bookId: null, content: 'w' }), 'n', now)).toBeNull();
  });
});

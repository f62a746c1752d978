/** @jest-environment node */
import 'fake-indexeddb/auto';
import { change, highlight, note, setUp, throwing } from '../../testing/testQueue.ts';

describe('waiting writes about the same thing', () => {
  it('sends a note that was created and edited offline as one write', async () => {
    const { queue, network, sent } = await setUp();
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1', 'first'));
    await queue.enqueue('UPDATE_NOTE', { ...change('n1', 'second'), replaces: ['stamp'] });
    await queue.enqueue('UPDATE_NOTE', { id: 'n1', bookId: 'b1', tags: ['x'] });
    network.set('online');
    await queue.flushNow();
    expect(sent.map(({ key, request }) => [key, (request as { body?: unknown }).body])).toEqual([
      [
        'POST /notes/book/:bookId',
        { id: 'n1', content: 'second', tags: ['x'], created_at: '2026-01-01T00:00:00.000Z' },
      ],
    ]);
  });

  it('sends an edit after a creation that may have arrived, not as a part of it', async () => {
    const { queue, answers, sent, later } = await setUp();
    answers(throwing(503));
    await queue.enqueue('CREATE_NOTE', note('n1', 'first'));
    await queue.flushNow();
    answers(() => null);
    await queue.enqueue('UPDATE_NOTE', change('n1', 'second'));
    later(3_000);
    await queue.flushNow();
    expect(sent.map(({ key }) => key)).toEqual([
      'POST /notes/book/:bookId',
      'POST /notes/book/:bookId',
      'PUT /notes/:id',
    ]);
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  });

  it('sends a refused creation that was edited under a new key', async () => {
    const { queue, answers, sent } = await setUp();
    answers(throwing(422));
    await queue.enqueue('CREATE_NOTE', note('n1', 'too long'));
    await queue.flushNow();
    answers(() => null);
    await queue.enqueue('UPDATE_NOTE', change('n1', 'short'));
    await queue.flushNow();
    expect(sent.map(({ key }) => key)).toEqual(['POST /notes/book/:bookId', 'POST /notes/book/:bookId']);
    expect(sent[1]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey);
    expect(queue.waiting.get()).toEqual([]);
  });

  it('a deletion says which words were seen, also those of the edits that it supersedes', async () => {
    const { queue, network, sent } = await setUp();
    network.set('offline');
    await queue.enqueue('UPDATE_NOTE', { ...change('n1', 'mine'), replaces: ['theirs'] });
    await queue.enqueue('DELETE_NOTE', { id: 'n1', bookId: 'b1', seen: ['mine'] });
    network.set('online');
    await queue.flushNow();
    expect(sent.map(({ request }) => request)).toEqual([
      { params: { id: 'n1' }, query: { seen: 'mine,theirs' } },
    ]);
  });

  it('merges two waiting edits, and drops a creation that is deleted again', async () => {
    const { queue, network, sent } = await setUp();
    network.set('offline');
    await queue.enqueue('UPDATE_NOTE', change('n1', 'a'));
    await queue.enqueue('UPDATE_NOTE', { id: 'n1', bookId: 'b1', tags: ['x'] });
    await queue.enqueue('CREATE_HIGHLIGHT', highlight);
    await queue.enqueue('DELETE_HIGHLIGHT', { id: 'h1', bookId: 'b1' });
    network.set('online');
    await queue.flushNow();
    expect(sent.map(({ key, request }) => [key, (request as { body?: unknown }).body])).toEqual([
      ['PUT /notes/:id', { content: 'a', tags: ['x'] }],
      ['DELETE /highlights/:id', undefined],
    ]);
  });
});

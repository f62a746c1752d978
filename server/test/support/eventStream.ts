import assert from 'node:assert/strict';
import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { Client } from './client.ts';

export interface EventStream {
  /** The next event; null when the stream has ended. */
  next(): Promise<Partial<Revisions> | null>;
  close(): void;
}

/** `GET /events` of a user. Until a server hears of other processes, shortly after its start, it answers 503. */
export async function openEventStream(reader: Client, origin = reader.origin): Promise<EventStream> {
  const abort = new AbortController();
  const ask = () =>
    fetch(`${origin}/v1/events`, {
      headers: { authorization: `Bearer ${reader.token}` },
      signal: abort.signal,
    });
  let response = await ask();
  while (response.status === 503) response = await ask();
  assert.equal(response.status, 200, await textOf(response));
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return {
    async next() {
      for (;;) {
        const [event, ...others] = rest.split('\n\n');
        if (others.length > 0) {
          rest = others.join('\n\n');
          const [, data] = /^event: changes\ndata: (.*)$/.exec(event ?? '') ?? [];
          if (data !== undefined) return JSON.parse(data);
          continue;
        }
        const read = await pieces?.read();
        if (!read || read.done) return null;
        rest += read.value;
      }
    },
    close: () => abort.abort(),
  };
}

const textOf = (response: Response) => (response.ok ? '' : response.text());

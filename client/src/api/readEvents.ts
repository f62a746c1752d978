import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';

/** Milliseconds of silence after which the connection is considered dead; the server sends a ping every 25 s. */
const silenceTimeoutMs = 60_000;

/**
 * Reads server-sent events until the stream ends.
 * @param silence aborted, and the stream with it, after a minute of silence
 * @throws Error when it is not an event stream (a captive portal), or breaks off
 */
export async function readEvents(
  response: Response,
  onChanges: (revisions: Partial<Revisions>) => void,
  silence: AbortController,
): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
    throw new Error('The response is not an event stream.');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceTimeoutMs);
  };
  let rest = '';
  try {
    alive();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      alive();
      const events = (rest + read.value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^event: changes\ndata: (.*)$/.exec(event) ?? [];
        if (data !== undefined) onChanges(JSON.parse(data) as Partial<Revisions>);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';

/** Milliseconds without a sign of life after which the connection is taken for dead; the server gives one each 25 s. */
const longestSilence = 60_000;

/**
 * Reads server-sent events until the stream ends.
 * @param silence is aborted, and the stream with it, when nothing has come for a minute
 * @throws Error when it is no such stream (a portal's page), or breaks off
 */
export async function readEvents(
  response: Response,
  onChanges: (revisions: Partial<Revisions>) => void,
  silence: AbortController,
): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
    throw new Error('The answer is no stream of events.');
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), longestSilence);
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

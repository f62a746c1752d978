import { apiHeader } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { DetailedError, Upload } from 'tus-js-client';
import { type Obstacle, obstacleOf, obstacles } from '../api/obstacle.ts';
import { errorFromAnswer } from '../common/hostError.ts';
import { parseJson } from '../common/safeStorage.ts';
import type { StoredUpload } from '../offline/storage/database.ts';

/**
 * Bytes per request: small enough that a broken connection costs little, large enough for few requests. The smaller
 * sizes are for proxies that refuse larger requests.
 */
const chunks = [8 * 1024 * 1024, 900 * 1024, 60 * 1024] as const;
/** Index of the largest size that no proxy has refused: the next files begin with it. */
let accepted = 0;

/** Milliseconds without progress after which the connection is considered dead. */
const silenceMs = 120_000;

/** The outcome of sending a file. */
export type SendOutcome =
  | { kind: 'sent' }
  /** Stopped by us. */
  | { kind: 'stopped' }
  /** No response, or one that says why nothing can be taken now: retry later. `reason` is the server's or a proxy's. */
  | { kind: 'unreachable'; reason?: string }
  /** A proxy refuses requests even of the smallest size: retrying is useless. */
  | { kind: 'too large'; reason: string }
  /** The token was rejected. */
  | { kind: 'unauthenticated' }
  /** The server no longer knows this upload: restart. */
  | { kind: 'gone' }
  /** The server rejected the file, with a reason. */
  | { kind: 'refused'; message: string };

export interface SendPorts {
  endpoint: string;
  headers(): Record<string, string>;
  onAddress(url: string): void;
  onProgress(fraction: number): void;
  /** Delays in milliseconds before retries within one attempt. */
  retryDelays?: number[];
}

export type Sending = ReturnType<typeof sendFile>;

/** Sends a file with tus, resuming an earlier attempt. The library is loaded on first use. */
export function sendFile({ file, filename, type, url, forBook, replaces }: StoredUpload, ports: SendPorts) {
  let upload: Upload | null = null;
  let stopped = false;
  let resolveOutcome: (outcome: SendOutcome) => void = () => undefined;
  const outcome = new Promise<SendOutcome>((resolve) => {
    resolveOutcome = resolve;
  });

  let size = accepted;
  /** What the last response means that was not from our server. */
  let foreign: Obstacle | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = (result: SendOutcome): void => {
    clearTimeout(timer);
    resolveOutcome(result);
  };
  function restartTimer(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      runInBackground(upload?.abort());
      settle({ kind: 'unreachable', reason: obstacles.silent.message });
    }, silenceMs);
  }

  function onError(error: Error | DetailedError, retrySmaller: () => void): void {
    if (foreign !== obstacles.tooLarge) settle(outcomeOf(error, foreign));
    else if (size === chunks.length - 1) settle({ kind: 'too large', reason: foreign.message });
    else {
      size = Math.max(size + 1, accepted);
      accepted = size;
      retrySmaller();
    }
  }

  import('tus-js-client').then((tus) => start(tus, url)).catch(() => settle({ kind: 'unreachable' }));

  function start(tus: typeof import('tus-js-client'), uploadUrl: string | null): void {
    if (stopped) return;
    foreign = null;
    restartTimer();
    upload = new tus.Upload(file, {
      endpoint: ports.endpoint,
      uploadUrl,
      chunkSize: chunks[size],
      metadata: {
        filename,
        filetype: type,
        ...(forBook ? { book: forBook } : {}),
        ...(replaces ? { replaces } : {}),
      },
      retryDelays: ports.retryDelays ?? [500, 1_500, 4_000],
      // The upload URL is stored with the file in our own database.
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: true,
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(ports.headers())) request.setHeader(name, value);
      },
      onAfterResponse(_request, response) {
        restartTimer();
        // A page of a proxy or captive portal: treated as no response.
        const isOurs = response.getHeader(apiHeader) != null;
        foreign = isOurs ? null : obstacleOf({ status: response.getStatus(), type: 'basic' });
        if (!isOurs) throw new Error('The server was not reached.');
      },
      onShouldRetry: (error) => foreign !== obstacles.tooLarge && isWorthRetrying(statusOf(error)),
      onUploadUrlAvailable: () => {
        if (upload?.url) ports.onAddress(upload.url);
      },
      onProgress(sent, total) {
        // The answer to the last bytes comes once the book has been read, however long that takes.
        if (sent < total) restartTimer();
        else clearTimeout(timer);
        ports.onProgress(total > 0 ? sent / total : 1);
      },
      onSuccess: () => settle({ kind: 'sent' }),
      onError: (error) => onError(error, () => start(tus, upload?.url ?? uploadUrl)),
    });
    upload.start();
  }

  return {
    outcome,
    stop() {
      stopped = true;
      runInBackground(upload?.abort());
      settle({ kind: 'stopped' });
    },
  };
}

const statusOf = (error: Error | DetailedError): number =>
  ('originalResponse' in error && error.originalResponse?.getStatus()) || 0;

/** Statuses that say nothing about the file: locked, too early, too many requests. */
const transient: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

const isWorthRetrying = (status: number) => status === 0 || status === 409 || status === 423 || status >= 500;

function outcomeOf(error: Error | DetailedError, foreign: Obstacle | null): SendOutcome {
  const status = statusOf(error);
  if (foreign !== null) return { kind: 'unreachable', reason: foreign.message };
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  const { message } = errorFromAnswer(status, parseJson(body));
  if (status === 507) return { kind: 'unreachable', reason: message };
  if (status === 0 || status >= 500 || transient.has(status)) return { kind: 'unreachable' };
  if (status === 401) return { kind: 'unauthenticated' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: 'refused', message };
}

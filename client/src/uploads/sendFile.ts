import { apiHeader } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { DetailedError, Upload } from 'tus-js-client';
import { errorFromAnswer } from '../api/hostError.ts';
import { parseJson } from '../common/parseJson.ts';
import type { StoredUpload } from '../offline/storage/database.ts';

/** Bytes per request: small enough that a broken connection costs little, large enough for few requests. */
const chunk = 8 * 1024 * 1024;

/** The outcome of sending a file. */
export type SendOutcome =
  | { kind: 'sent' }
  /** Stopped by us. */
  | { kind: 'stopped' }
  /** No response, or one that says why the server cannot take it now: retry later. */
  | { kind: 'unreachable'; message?: string }
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

export interface Sending {
  outcome: Promise<SendOutcome>;
  stop(): void;
}

/** Sends a file with tus, resuming an earlier attempt. The library is loaded on first use. */
export function sendFile(
  { file, filename, type, url, forBook, replaces }: StoredUpload,
  ports: SendPorts,
): Sending {
  let upload: Upload | null = null;
  let stopped = false;
  let settle: (outcome: SendOutcome) => void = () => undefined;
  const outcome = new Promise<SendOutcome>((resolve) => {
    settle = resolve;
  });

  import('tus-js-client')
    .then((tus) => {
      if (stopped) return;
      upload = new tus.Upload(file, {
        endpoint: ports.endpoint,
        uploadUrl: url,
        chunkSize: chunk,
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
          // A page of a proxy or captive portal: treated as no response.
          if (response.getHeader(apiHeader) == null) throw new Error('The server was not reached.');
        },
        onShouldRetry: (error) => isWorthRetrying(statusOf(error)),
        onUploadUrlAvailable: () => {
          if (upload?.url) ports.onAddress(upload.url);
        },
        onProgress: (sent, total) => ports.onProgress(total > 0 ? sent / total : 1),
        onSuccess: () => settle({ kind: 'sent' }),
        onError: (error) => settle(outcomeOf(error)),
      });
      upload.start();
    })
    .catch(() => settle({ kind: 'unreachable' }));

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

function outcomeOf(error: Error | DetailedError): SendOutcome {
  const status = statusOf(error);
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined;
  const { message } = errorFromAnswer(status, parseJson(body));
  if (status === 507) return { kind: 'unreachable', message };
  if (status === 0 || status >= 500 || transient.has(status)) return { kind: 'unreachable' };
  if (status === 401) return { kind: 'unauthenticated' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  return { kind: 'refused', message };
}

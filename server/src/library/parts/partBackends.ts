import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { AppError } from '../../run/common/errors.ts';
import { guardedFetch } from '../../run/common/guardedFetch.ts';
import type { Config } from '../../run/config/config.ts';
import type { BackendRequest, PartBackends } from '../../run/services/parts.ts';

interface Options {
  /** Milliseconds for a whole request. */
  timeLimit?: number;
  now(): Date;
  warn(details: { part: string; reason: string }): void;
}

const maxBytes = 1024 ** 2;
const lifetimeSeconds = 60;
const algorithm = 'EdDSA';

export function createPartBackends(
  { partBackends, secret, origin }: Pick<Config, 'partBackends' | 'secret' | 'origin'>,
  { timeLimit = 10_000, now, warn }: Options,
): PartBackends {
  const key = signingKey(secret);

  function tokenOf({ part, reader }: BackendRequest): Promise<string> {
    const issuedAt = Math.floor(now().getTime() / 1_000);
    return new SignJWT()
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setIssuer(origin ?? 'lectern')
      .setAudience(part)
      .setSubject(reader)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(key);
  }

  async function answerOf(base: string, request: BackendRequest): Promise<Response> {
    const ask = guardedFetch({ trustedOrigin: new URL(base).origin, maxBytes, timeLimit });
    const { method, body, idempotencyKey } = request;
    return ask(addressOf(base, request), {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${await tokenOf(request)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  return {
    publicKey: { ...createPublicKey(key).export({ format: 'jwk' }), alg: algorithm, use: 'sig' },
    async ask(request) {
      const base = partBackends.get(request.part);
      if (base === undefined) throw new AppError('not_found');
      const failed = (reason: string): AppError => {
        warn({ part: request.part, reason });
        return new AppError('backend_unreachable');
      };
      const answer = await answerOf(base, request).catch((error: Error) => {
        throw error instanceof AppError ? error : failed(error.message);
      });
      const text = await answer.text();
      if (answer.status >= 500) throw failed(`it answers with the status ${answer.status}`);
      if (!answer.ok) throw refusalOf(answer.status, text);
      if (text === '') return null;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw failed('its answer is no JSON');
      }
    },
  };
}

/** @throws AppError not_found for a path that leaves the backend's address */
function addressOf(base: string, { path, query }: BackendRequest): string {
  const url = new URL(`${base}/${path.split('/').map(encodeURIComponent).join('/')}`);
  if (!url.href.startsWith(`${base}/`)) throw new AppError('not_found');
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** Own codes, so that the app takes no refusal of a backend for one of Lectern, such as an ended sign-in. */
function refusalOf(status: number, text: string): AppError {
  if (status === 404) return new AppError('not_found');
  return new AppError('backend_refused', sentenceIn(text));
}

const maxSentence = 300;

/** `error` of a JSON answer. */
function sentenceIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' && error.length > 0 ? error.slice(0, maxSentence) : undefined;
  } catch {
    return undefined;
  }
}

/** An Ed25519 key derived from the server's secret: every process has the same. */
function signingKey(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'lectern part backends', 32));
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

import { createHash } from 'node:crypto';
import type { AppPasswordScope, NewAppPassword } from '@lectern/shared-contracts/api/appPasswords.ts';
import type { Client } from './client.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** A reading device with an app password. */
export interface Device {
  password: NewAppPassword;
  /** Basic authentication. */
  basic: { authorization: string };
  /** For KOReader's sync client: MD5 of the password. */
  syncKey: string;
  /** Any request with Basic authentication; `path` is relative to the origin. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A request as KOReader's sync client sends it. */
  kosync(method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown): Promise<KosyncAnswer>;
  /** Pushes a position. */
  push(document: string, progress: string, percentage: number): Promise<KosyncAnswer>;
}

export interface KosyncAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the protocol answers
  body: any;
}

export async function addDevice(
  reader: Client,
  { name = 'Kobo', scopes = ['read', 'progress'] }: { name?: string; scopes?: AppPasswordScope[] } = {},
): Promise<Device> {
  const password = await reader.call('POST /auth/app-passwords', { body: { name, scopes } });
  const { username, secret } = password;
  const basic = { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` };
  const self: Device = {
    password,
    basic,
    syncKey: md5(secret),
    fetch: (path, init = {}) =>
      fetch(`${reader.origin}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { ...basic, ...(init.headers as Record<string, string>) },
      }),
    async kosync(method, path, body) {
      const response = await fetch(`${reader.origin}/kosync${path}`, {
        method,
        headers: {
          accept: 'application/vnd.koreader.v1+json',
          'x-auth-user': username,
          'x-auth-key': md5(secret),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
    push: (document, progress, percentage) =>
      self.kosync('PUT', '/syncs/progress', {
        document,
        progress,
        percentage,
        device: name,
        device_id: name,
      }),
  };
  return self;
}

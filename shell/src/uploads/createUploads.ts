import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { HostApi, HostUploads, NetworkState, UploadItem } from '@lectern/shared-contracts/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/readable.ts';
import type { LecternDatabase, StoredUpload } from '../offline/database.ts';
import { type Sending, type SendOutcome, type SendPorts, sendFile } from './sendFile.ts';

/** Files sent at the same time. */
const atOnce = 2;
/** Milliseconds between two looks at an upload that the server is reading. */
const look = 700;

export interface UploadPorts {
  database: Promise<LecternDatabase>;
  api: HostApi;
  /** Of tus: <root>/uploads/files */
  endpoint: string;
  userId: Readable<string | null>;
  network: Readable<NetworkState>;
  headers(): Record<string, string>;
  /** One new access token. False when the reader must sign in again. */
  refresh(): Promise<boolean>;
  onAdded(book: Book): void;
  send?: (upload: StoredUpload, ports: SendPorts) => Sending;
  wait?: (milliseconds: number) => Promise<void>;
}

/**
 * Files on their way to the server. Each is in the browser's database until the server has made a book of it, so that
 * a closed tab or a lost network costs nothing; one tab sends a file at a time (a Web Lock per upload).
 */
export function createUploads(ports: UploadPorts): HostUploads & { start(): Promise<void> } {
  const { send = sendFile, wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)) } = ports;
  const items = createWritable<readonly UploadItem[]>([]);
  const running = new Map<string, Sending>();
  const cancelled = new Set<string>();

  const find = (id: string) => items.get().find((item) => item.id === id);
  const change = (id: string, next: Partial<UploadItem>) =>
    items.set(items.get().map((item) => (item.id === id ? { ...item, ...next } : item)));

  async function stored(id: string): Promise<StoredUpload | undefined> {
    return (await ports.database).get('uploads', id);
  }
  async function update(id: string, next: Partial<StoredUpload>): Promise<void> {
    const transaction = (await ports.database).transaction('uploads', 'readwrite');
    const upload = await transaction.store.get(id);
    if (upload) await transaction.store.put({ ...upload, ...next });
    await transaction.done;
  }
  const forget = async (id: string) => (await ports.database).delete('uploads', id);

  /** Starts what waits, as far as there is room and a network. */
  function pump(): void {
    if (ports.network.get() !== 'online' || ports.userId.get() === null) return;
    for (const item of items.get()) {
      if (running.size >= atOnce) return;
      if (item.state === 'waiting' && !running.has(item.id)) void lockedSend(item.id);
    }
  }

  async function lockedSend(id: string): Promise<void> {
    // Held from here on, so that a second pump does not start it too.
    running.set(id, { outcome: Promise.resolve({ kind: 'stopped' }), stop: () => undefined });
    const work = () => sendOne(id);
    try {
      if (!('locks' in navigator)) await work();
      else {
        await navigator.locks.request(`lectern-upload-${id}`, { ifAvailable: true }, async (lock) => {
          if (lock) await work();
        });
      }
    } finally {
      running.delete(id);
    }
    pump();
  }

  async function sendOne(id: string): Promise<void> {
    const upload = await stored(id);
    if (!upload || find(id)?.state !== 'waiting') return;
    change(id, { state: 'sending', error: null });
    const sending = send(upload, {
      endpoint: ports.endpoint,
      headers: ports.headers,
      onAddress: (url) => void update(id, { url }),
      onProgress: (progress) => {
        if (find(id)?.state === 'sending')
          change(id, progress < 1 ? { progress } : { state: 'ingesting', progress: 0 });
      },
    });
    running.set(id, sending);
    // A look at the server that found no network: the file stays here, and the next try goes on from there.
    await settle(id, await sending.outcome).catch(() => settle(id, { kind: 'unreachable' }));
  }

  async function settle(id: string, outcome: SendOutcome): Promise<void> {
    if (cancelled.has(id)) return;
    switch (outcome.kind) {
      case 'sent':
        return followIngest(id);
      case 'refused':
        await forget(id);
        return change(id, { state: 'refused', error: outcome.sentence });
      case 'gone':
        await update(id, { url: null });
        return change(id, { state: 'waiting', progress: 0 });
      case 'unauthenticated':
        return change(id, (await ports.refresh()) ? { state: 'waiting' } : { state: 'failed', error: null });
      case 'unreachable':
        return change(id, { state: ports.network.get() === 'online' ? 'failed' : 'waiting' });
      case 'stopped':
        return;
    }
  }

  /** The bytes are there: what became of them? Asked until there is an answer, since the last one may have been lost. */
  async function followIngest(id: string): Promise<void> {
    change(id, { state: 'ingesting', progress: 0 });
    const serverId = (await stored(id))?.url?.split('/').pop();
    if (!serverId) return change(id, { state: 'waiting' });
    for (;;) {
      if (cancelled.has(id)) return;
      const upload = await ports.api.call('GET /uploads/:id', { params: { id: serverId } }).catch((error) => {
        if (error.status === 404) return null;
        throw error;
      });
      if (upload === null) return settle(id, { kind: 'gone' });
      if (upload.state === 'refused')
        return settle(id, { kind: 'refused', sentence: upload.error?.error ?? '' });
      if (upload.state === 'done' && upload.book) {
        await forget(id);
        change(id, { state: 'done', progress: 1, book: upload.book, duplicate: upload.duplicate });
        return ports.onAdded(upload.book);
      }
      change(id, { progress: upload.progress });
      await wait(look);
    }
  }

  const item = ({ id, filename, size, paused }: StoredUpload): UploadItem => ({
    id,
    filename,
    size,
    state: paused ? 'paused' : 'waiting',
    progress: 0,
    book: null,
    duplicate: false,
    error: null,
  });

  /** Shows what this reader left waiting, here or in another tab; nothing of another reader. */
  async function load(): Promise<void> {
    for (const sending of running.values()) sending.stop();
    const userId = ports.userId.get();
    const uploads = userId ? await (await ports.database).getAllFromIndex('uploads', 'userId', userId) : [];
    items.set(uploads.sort((a, b) => a.addedAt - b.addedAt).map(item));
    pump();
  }

  return {
    items,
    async start() {
      ports.userId.subscribe(() => void load());
      ports.network.subscribe(() => {
        for (const { id, state } of items.get()) if (state === 'failed') change(id, { state: 'waiting' });
        pump();
      });
      await load();
    },
    async add(files) {
      const userId = ports.userId.get();
      if (userId === null) return;
      const added = files.map(
        (file, index): StoredUpload => ({
          id: crypto.randomUUID(),
          userId,
          filename: file.name,
          size: file.size,
          type: file.type,
          file,
          addedAt: Date.now() + index,
          url: null,
          paused: false,
        }),
      );
      const transaction = (await ports.database).transaction('uploads', 'readwrite');
      await Promise.all([...added.map((upload) => transaction.store.put(upload)), transaction.done]);
      items.set([...items.get(), ...added.map(item)]);
      pump();
    },
    pause(id) {
      running.get(id)?.stop();
      change(id, { state: 'paused' });
      void update(id, { paused: true });
    },
    resume(id) {
      change(id, { state: 'waiting', error: null });
      void update(id, { paused: false }).then(pump);
    },
    async cancel(id) {
      cancelled.add(id);
      running.get(id)?.stop();
      const serverId = (await stored(id))?.url?.split('/').pop();
      await forget(id);
      items.set(items.get().filter((upload) => upload.id !== id));
      // Not told, the server forgets it by itself after a day.
      if (serverId)
        await ports.api.call('DELETE /uploads/:id', { params: { id: serverId } }).catch(() => undefined);
    },
    clearFinished() {
      items.set(items.get().filter(({ state }) => state !== 'done' && state !== 'refused'));
    },
  };
}

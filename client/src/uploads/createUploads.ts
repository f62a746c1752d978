import type { HostUploads, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { StoredUpload } from '../offline/storage/database.ts';
import { createUploadList, isOver, type UploadMessage, type UploadPorts } from './uploadList.ts';
import { createUploadSender } from './uploadSender.ts';
import { createUploadStore } from './uploadStore.ts';

export interface Uploads {
  start(): Promise<void>;
  /** Shows files that were added to the database by other code. */
  refresh(): Promise<void>;
}

/**
 * Uploads files. Each is stored in the database until the server has created its book, so that it survives a closed
 * tab or a lost connection; one tab at a time sends a file (a Web Lock per upload).
 */
export function createUploads(ports: UploadPorts): HostUploads & Uploads {
  const { channel = null } = ports;
  const post = (message: UploadMessage) => channel?.postMessage(message);
  const list = createUploadList(post);
  const { items, find, show, change, remove } = list;
  const store = createUploadStore(() => ports.database);
  const sender = createUploadSender(ports, list, store);

  channel?.addEventListener('message', ({ data }: MessageEvent<UploadMessage>) => receive(data));

  /** Another tab has changed something. */
  function receive(message: UploadMessage): void {
    if (message.kind === 'item') {
      if (isOver(message.item)) store.forget(message.item.id);
      if (find(message.item.id)) show(message.item.id, message.item);
    } else if (message.kind === 'added') runInBackground(refresh());
    else if (message.kind === 'pause') {
      sender.stop(message.id);
      show(message.id, { state: 'paused' });
    } else {
      sender.cancel(message.id);
      store.forget(message.id);
      remove(message.id);
    }
  }

  /** Shows the waiting uploads of this reader, from this or another tab; those of other readers are not shown. */
  async function load(): Promise<void> {
    sender.stopAll();
    items.set((await store.ofUser(ports.userId.get())).map(asItem));
    sender.startWaiting();
  }

  /** Adds the uploads that another tab has added. */
  async function refresh(): Promise<void> {
    const uploads = await store.ofUser(ports.userId.get());
    const added = uploads.filter(({ id }) => !find(id));
    items.set([...items.get(), ...added.map(asItem)]);
    sender.startWaiting();
  }

  /** Stores files in the browser until they are sent. */
  async function addFiles(
    files: readonly File[],
    use: Pick<StoredUpload, 'forBook' | 'replaces'>,
  ): Promise<void> {
    const userId = ports.userId.get();
    if (userId === null) return;
    const now = Date.now();
    const added = files.map((file, index) => ({ ...asUpload(file, userId, now + index), ...use }));
    await store.add(added);
    items.set([...items.get(), ...added.map(asItem)]);
    post({ kind: 'added' });
    sender.startWaiting();
  }

  return {
    items,
    refresh,
    async start() {
      ports.userId.subscribe(() => runInBackground(load()));
      ports.network.subscribe(() => {
        for (const { id, state } of items.get()) if (state === 'failed') change(id, { state: 'waiting' });
        sender.startWaiting();
      });
      await load();
    },
    add: (files, forBook) => addFiles(files, forBook ? { forBook } : {}),
    replace: (file, bookId) => addFiles([file], { replaces: bookId }),
    pause(id) {
      sender.stop(id);
      change(id, { state: 'paused' });
      post({ kind: 'pause', id });
      runInBackground(store.update(id, { paused: true }));
    },
    resume(id) {
      change(id, { state: 'waiting', error: null });
      runInBackground(store.update(id, { paused: false }).then(sender.startWaiting));
    },
    async cancel(id) {
      sender.cancel(id);
      const serverId = await store.serverIdOf(id);
      await store.delete(id);
      remove(id);
      post({ kind: 'cancel', id });
      // If this request is lost, the server deletes the upload after a day.
      if (serverId)
        await ports.api.call('DELETE /uploads/:id', { params: { id: serverId } }).catch(() => undefined);
    },
    clearFinished() {
      items.set(items.get().filter((item) => !isOver(item)));
    },
  };
}

const asUpload = (file: File, userId: string, addedAt: number): StoredUpload => ({
  id: crypto.randomUUID(),
  userId,
  filename: file.name,
  size: file.size,
  type: file.type,
  file,
  addedAt,
  url: null,
  paused: false,
});

const asItem = ({ id, filename, size, paused }: StoredUpload): UploadItem => ({
  id,
  filename,
  size,
  state: paused ? 'paused' : 'waiting',
  progress: 0,
  book: null,
  duplicate: false,
  error: null,
});

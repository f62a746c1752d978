import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { type Loadable, useData } from '@lectern/shared-contracts/host.ts';
import { useMemo } from 'react';
import { useEnqueue } from '../data/useEnqueue.ts';

export type CollectionDetails = Pick<Collection, 'name' | 'description' | 'color' | 'icon'>;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const none: readonly Collection[] = [];

/** The reader's collections by name, each change written through the queue. */
export function useCollections() {
  const list: Loadable<{ items: Collection[] }> = useData('GET /collections', {});
  const enqueue = useEnqueue();
  const collections = useMemo(
    () =>
      list.status === 'ready' ? [...list.value.items].sort((a, b) => collator.compare(a.name, b.name)) : none,
    [list],
  );
  return useMemo(() => {
    const save = ({ id, name, description, color, icon, bookIds }: Omit<Collection, 'updated_at'>) =>
      enqueue(
        'SAVE_COLLECTION',
        { id, name, description, color, icon, bookIds },
        'The collection could not be saved.',
      );
    return {
      state: list,
      collections,
      save,
      async create(details: CollectionDetails, bookIds: string[] = []): Promise<boolean> {
        return save({ ...details, id: crypto.randomUUID(), bookIds });
      },
      /** Adds or removes one book. */
      async setBook(collection: Collection, bookId: string, inside: boolean): Promise<boolean> {
        const rest = collection.bookIds.filter((id) => id !== bookId);
        return save({ ...collection, bookIds: inside ? [...rest, bookId] : rest });
      },
      async remove({ id }: Collection): Promise<boolean> {
        return enqueue('DELETE_COLLECTION', { id }, 'The collection could not be deleted.');
      },
    };
  }, [list, collections, enqueue]);
}

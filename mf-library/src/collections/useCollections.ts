import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { type Loadable, useData } from '@lectern/shared-contracts/host.ts';
import { text } from '@lectern/shared-contracts/text.ts';
import { useMemo } from 'react';
import { useEnqueue } from '../data/useEnqueue.ts';

export type CollectionDetails = Pick<Collection, 'name' | 'description' | 'color' | 'icon' | 'rule'>;

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
    const save = ({
      id,
      name,
      description,
      color,
      icon,
      bookIds,
      rule = null,
    }: Omit<Collection, 'updated_at'>) =>
      enqueue(
        'SAVE_COLLECTION',
        { id, name, description, color, icon, bookIds, rule },
        text('The collection could not be saved.'),
      );
    return {
      state: list,
      collections,
      save,
      async create(details: CollectionDetails, bookIds: string[] = []): Promise<boolean> {
        return save({ ...details, id: crypto.randomUUID(), bookIds });
      },
      /** Adds books, or removes them. */
      async setBooks(collection: Collection, ids: readonly string[], inside: boolean): Promise<boolean> {
        const moved = new Set(ids);
        const rest = collection.bookIds.filter((id) => !moved.has(id));
        return save({ ...collection, bookIds: inside ? [...rest, ...moved] : rest });
      },
      async remove({ id }: Collection): Promise<boolean> {
        return enqueue('DELETE_COLLECTION', { id }, text('The collection could not be deleted.'));
      },
    };
  }, [list, collections, enqueue]);
}

import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import type { SaveCollection } from '@lectern/shared-contracts/contract/syncActions.ts';
import { basisOf, valueStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { memberChanges } from '@lectern/shared-contracts/domain/changes/members.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { useMemo } from 'react';

export type CollectionDetails = Pick<Collection, 'name' | 'description' | 'color' | 'icon' | 'rule'>;

let collator: Intl.Collator | undefined;
/** The collator is created when it is needed: the first one of a page takes ten milliseconds. */
const byName = (a: Collection, b: Collection): number => {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return collator.compare(a.name, b.name);
};
const none: readonly Collection[] = [];

/** The collections by name; changes go through the queue. */
export function useCollections() {
  const list: Loadable<{ items: Collection[] }> = useData('GET /collections', {});
  const enqueue = useEnqueue();
  const collections = useMemo(
    () => (list.status === 'ready' ? [...list.value.items].sort(byName) : none),
    [list],
  );
  return useMemo(() => {
    const put = (collection: SaveCollection) =>
      enqueue('SAVE_COLLECTION', collection, text('The collection could not be saved.'));
    return {
      state: list,
      collections,
      /** @param before the collection as shown when editing began */
      async save(before: Collection, details: CollectionDetails): Promise<boolean> {
        const { updated_at: _, ...collection } = before;
        const changes = Object.entries(details).filter(
          ([field, value]) => valueStamp(value) !== valueStamp(before[field as keyof CollectionDetails]),
        );
        return put({
          ...collection,
          ...details,
          rule: details.rule ?? null,
          books: { added: [], removed: [] },
          basis: basisOf(before, Object.fromEntries(changes)),
        });
      },
      async create(details: CollectionDetails & { id?: string }, bookIds: string[] = []): Promise<boolean> {
        return put({ id: crypto.randomUUID(), ...details, rule: details.rule ?? null, bookIds });
      },
      /** Adds books, or removes them. */
      async setBooks(collection: Collection, ids: readonly string[], inside: boolean): Promise<boolean> {
        const { updated_at: _, ...rest } = collection;
        const moved = new Set(ids);
        const others = collection.bookIds.filter((id) => !moved.has(id));
        const bookIds = inside ? [...others, ...moved] : others;
        const books = memberChanges(collection.bookIds, bookIds);
        return put({ ...rest, rule: collection.rule ?? null, bookIds, books, basis: {} });
      },
      async remove({
        id,
        name,
        description,
      }: Pick<Collection, 'id' | 'name' | 'description'>): Promise<boolean> {
        const seen = [valueStamp(name), valueStamp(description)];
        return enqueue('DELETE_COLLECTION', { id, seen }, text('The collection could not be deleted.'));
      },
    };
  }, [list, collections, enqueue]);
}

/** Default color and icon, as names in collectionIcons.ts. */
export const defaultIcon = 'library';
export const defaultColor = 'oxblood';

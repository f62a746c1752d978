import type { StoredPartRow } from '../api/parts.ts';
import type { CallResponse } from '../api/routes.ts';
import { type Basis, basisOf, valueStamp } from '../domain/changes/basis.ts';
import { remembered } from '../domain/remembered.ts';
import { uuid } from '../domain/uuid.ts';
import type { HostReads, HostSync, Loadable } from './host.ts';
import type { HostCollection, HostCollections, PartRow, RowQuery } from './hostCollection.ts';
import type { Readable } from './readable.ts';
import { type CollectionDescription, defaultRowBytes, defaultRows } from './remotes.ts';

const rowsKey = 'GET /parts/:part/rows/:collection';

interface CollectionPorts {
  data: Pick<HostReads, 'watch'>;
  enqueue: HostSync['enqueue'];
}

/**
 * The collections of one remote, over the reads and the queue of the Host.
 * @param declared `data` of its remote.json
 */
export function createCollections(
  part: string,
  declared: () => readonly CollectionDescription[],
  ports: CollectionPorts,
): HostCollections['collection'] {
  const known = new Map<string, HostCollection<PartRow>>();
  return <Row extends PartRow>(name: string) => {
    const description = declared().find((one) => one.name === name);
    if (description === undefined)
      throw new Error(`${part} declares no data named ${name} in its remote.json.`);
    const collection = known.get(name) ?? createCollection(part, description, ports);
    known.set(name, collection);
    return collection as unknown as HostCollection<Row>;
  };
}

function createCollection(
  part: string,
  {
    name,
    keys = [],
    rows: mostRows = defaultRows,
    bytes = defaultRowBytes,
    conflict = 'last',
  }: CollectionDescription,
  { data, enqueue }: CollectionPorts,
): HostCollection<PartRow> {
  const place = { part, collection: name };
  const source = () => data.watch(rowsKey, { params: place });
  const watched = new Map<string, Readable<Loadable<readonly PartRow[]>>>();
  const stored = (): readonly StoredPartRow[] | null => {
    const list = source().get();
    return list.status === 'ready' ? list.value.items : null;
  };

  return {
    watch({ where = {} }: RowQuery = {}) {
      const unknown = Object.keys(where).find((key) => !keys.includes(key));
      if (unknown !== undefined)
        throw new Error(`${unknown} is no key of ${name} in the remote.json of ${part}.`);
      const id = JSON.stringify(Object.entries(where).sort());
      const readable = watched.get(id) ?? rowsIn(source(), where);
      watched.set(id, readable);
      return readable;
    },
    async put({ id, twin_of: _, ...row }) {
      if (!uuid.test(id)) throw new Error(`The id of a row of ${name} is made by crypto.randomUUID().`);
      const items = stored();
      const shown = items?.find((item) => item.id === id)?.row;
      if (new Blob([JSON.stringify(row)]).size > bytes)
        throw new Error(`A row of ${name} has at most ${bytes} bytes.`);
      if (items && !shown && items.length >= mostRows)
        throw new Error(`${name} has at most ${mostRows} rows.`);
      const write = { ...place, id, row, created_at: new Date().toISOString() };
      if (conflict === 'last' || shown === undefined) return enqueue('PUT_PART_ROW', write);
      const basis = changedBasis(shown, row);
      if (Object.keys(basis).length === 0) return;
      await enqueue('PUT_PART_ROW', { ...write, basis, ...(conflict === 'ask' ? { keep_both: true } : {}) });
    },
    remove: (id) => enqueue('DELETE_PART_ROW', { ...place, id }),
  };
}

/** The rows of a read that have these values. The same answer gives the same list. */
function rowsIn(
  source: Readable<Loadable<CallResponse<typeof rowsKey>>>,
  where: Readonly<Record<string, string>>,
): Readable<Loadable<readonly PartRow[]>> {
  const conditions = Object.entries(where);
  const fits = ({ row }: StoredPartRow) => conditions.every(([key, value]) => row[key] === value);
  const rowsOf = remembered(
    (from: Loadable<CallResponse<typeof rowsKey>>): Loadable<readonly PartRow[]> =>
      from.status === 'ready' ? { ...from, value: from.value.items.filter(fits).map(asPartRow) } : from,
  );
  return { get: () => rowsOf(source.get()), subscribe: (listener) => source.subscribe(listener) };
}

const asPartRow = ({ id, row, twin_of }: StoredPartRow): PartRow => ({
  ...row,
  id,
  ...(twin_of === null ? {} : { twin_of }),
});

/** The basis of a change from one row to another, also for fields that it has no longer. */
function changedBasis(
  shown: Readonly<Record<string, unknown>>,
  row: Readonly<Record<string, unknown>>,
): Basis {
  const changed = Object.keys({ ...shown, ...row }).filter(
    (field) => valueStamp(shown[field]) !== valueStamp(row[field]),
  );
  return basisOf(shown, Object.fromEntries(changed.map((field) => [field, null])));
}

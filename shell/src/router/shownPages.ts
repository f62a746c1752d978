import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { Condition } from '@lectern/shared-contracts/contract/remotes.ts';
import { holds, visitorIn } from '../points/conditions.ts';
import type { Circumstances, Routes, RouteTable } from '../routes/routeTypes.ts';

interface ShownPages extends Pick<Routes, 'table' | 'follow'> {
  /** Settles once it is known whether the condition holds. */
  known(when: Condition | undefined): Promise<void>;
}

/** The pages whose condition holds; a visitor's until `follow` is called. */
export function createShownPages(declared: Readable<RouteTable>): ShownPages {
  let circumstances: Readable<Circumstances> = createWritable(visitorIn('en'));
  let stop = () => {};
  const shown = () => shownTable(declared.get(), circumstances.get());
  const table = createWritable(shown());
  const changed = createWritable({});
  const update = () => {
    const next = shown();
    if (!hasSame(next, table.get())) table.set(next);
    changed.set({});
  };
  declared.subscribe(update);
  return {
    table,
    follow(source) {
      stop();
      circumstances = source;
      stop = source.subscribe(update);
      update();
    },
    known: (when) =>
      new Promise((resolve) => {
        const check = () => {
          if (when?.flag !== undefined && circumstances.get().flags === null) return;
          end();
          resolve();
        };
        const end = changed.subscribe(check);
        check();
      }),
  };
}

/** Without the pages whose condition does not hold, and what only they read. The same table when there are none. */
function shownTable(declared: RouteTable, circumstances: Circumstances): RouteTable {
  const hidden = declared.routes.filter(({ when }) => !holds(when, circumstances));
  if (hidden.length === 0) return declared;
  const reads = new Set(hidden.flatMap((page) => page.reads ?? []));
  return {
    ...declared,
    routes: declared.routes.filter((page) => !hidden.includes(page)),
    offlineReads: declared.offlineReads.filter((read) => !reads.has(read)),
  };
}

/** Whether two tables are of the same remotes, with the same pages. */
const hasSame = (one: RouteTable, other: RouteTable): boolean =>
  one.points === other.points &&
  one.routes.length === other.routes.length &&
  one.routes.every((page, at) => page === other.routes[at]);

import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { StartError } from '../../run/common/errors.ts';
import type { Services } from '../../run/services/services.ts';
import { addRows } from '../../store/rows.ts';

type Needs = Pick<Services, 'config' | 'db' | 'now'>;
type Account = { id: string; email: string };

const mostFolders = 20;

/**
 * Adds, lists and removes folders. The running server finds what has changed within seconds.
 * @param accountOf the account with an address; throws StartError when there is none
 * @returns what is printed; null when the command is incomplete
 * @throws StartError
 */
export async function folderCommand(
  services: Needs,
  [action, first, second]: readonly string[],
  accountOf: (email: string) => Promise<Account>,
): Promise<string | null> {
  if (action === 'list') return listFolders(services);
  if (action === 'remove' && first) return removeFolder(services, first);
  if (action === 'add' && first && second) return addFolder(services, await accountOf(first), second);
  return null;
}

async function addFolder({ config, db, now }: Needs, user: Account, given: string): Promise<string> {
  if (!isAbsolute(given)) throw new StartError(`${given} is no absolute path: it begins with a slash.`);
  const path = await realpath(given).catch(() => null);
  if (path === null || !(await stat(path)).isDirectory())
    throw new StartError(`There is no folder ${given} that this user may read.`);
  const dataDir = await realpath(config.dataDir);
  if (`${path}/`.startsWith(`${dataDir}/`) || `${dataDir}/`.startsWith(path === '/' ? path : `${path}/`))
    throw new StartError(`${path} and DATA_DIR lie in one another. Name a folder outside of the library.`);
  const own = await db
    .selectFrom('folders')
    .select('path')
    .where('user_id', '=', user.id)
    .where('kind', '!=', 'zip')
    .execute();
  if (own.some((folder) => folder.path === path))
    throw new StartError(`${path} is a folder of ${user.email} already.`);
  if (own.length >= mostFolders)
    throw new StartError(`${user.email} has ${mostFolders} folders, which is the limit. Remove one first.`);
  const folder = { id: randomUUID(), user_id: user.id, path, created_at: now().toISOString() };
  await addRows(db, 'folders', {
    ...folder,
    kind: 'files',
    state: 'new',
    total: 0,
    done: 0,
    left_out_fields: '[]',
  });
  return `The books in ${path} become books of ${user.email}: ${folder.id}\n`;
}

async function listFolders({ db }: Needs): Promise<string> {
  const rows = await db
    .selectFrom('folders')
    .innerJoin('users', 'users.id', 'folders.user_id')
    .select(['folders.id', 'users.email', 'path', 'state', 'problem', 'looked_at'])
    .where('kind', '!=', 'zip')
    .orderBy('users.email')
    .orderBy('path')
    .execute();
  return rows
    .map(
      ({ id, email, path, state, problem, looked_at }) =>
        `${id}  ${email}  ${path}  ${problem ?? state}${looked_at === null ? '' : `, looked at ${looked_at}`}\n`,
    )
    .join('');
}

async function removeFolder({ db }: Needs, id: string): Promise<string> {
  const { numDeletedRows } = await db.deleteFrom('folders').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw new StartError(`There is no folder ${id}: see folder list.`);
  return 'Nothing more is taken from this folder. Its books stay.\n';
}

import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import type { HostCommand, HostI18n, HostNavigation } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { CommandDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import type { Routes } from '../routes/routeTypes.ts';

const ownCommands: readonly CommandDescription[] = [
  { title: text('Open settings'), keywords: text('preferences account language'), path: '/settings' },
];

/** Commands of the search in the reader's language, of the shell and of every remote, but for hidden pages. */
export function createCommands(
  contents: Readable<RemoteContents>,
  routes: Pick<Routes, 'table' | 'find' | 'findDeclared'>,
  i18n: Pick<HostI18n, 'language' | 'texts' | 'translate'>,
  navigation: Pick<HostNavigation, 'go'>,
): Readable<readonly HostCommand[]> {
  const commands = createWritable<readonly HostCommand[]>([]);
  const update = () => {
    const t = i18n.translate('shell');
    const described = [...ownCommands, ...[...contents.get().values()].flatMap((remote) => remote.commands)];
    const isHidden = (path: string) => routes.findDeclared(path) !== null && routes.find(path) === null;
    const shown = described.filter(({ path }) => !isHidden(path));
    commands.set(
      shown.map(({ title, keywords, path }) => ({
        id: path,
        title: t(title),
        keywords: keywords === undefined ? '' : t(keywords),
        run: () => navigation.go(path),
      })),
    );
  };
  contents.subscribe(update);
  routes.table.subscribe(update);
  i18n.language.subscribe(update);
  i18n.texts?.subscribe(update);
  update();
  return commands;
}

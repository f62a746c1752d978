import type { Book, BookPatch } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { usePoint, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu, type MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { color, layer, media, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import {
  CheckCheck,
  CircleCheck,
  CircleDashed,
  CloudDownload,
  Ellipsis,
  FolderPlus,
  Heart,
  HeartOff,
  Tag,
  Tags,
  Trash2,
  X,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { useBookCommands } from '../../books/commands/useBookActions.ts';
import { useRunFill } from '../../data/useRunFill.ts';
import type { Selection } from './useSelection.ts';

/** Bulk commands for selected books, floating at the bottom. */
export function SelectionBar({ selection, books }: { selection: Selection; books: readonly Book[] }) {
  const t = useTranslate();
  const narrow = useMediaQuery(media.narrow);
  const { actions, ask } = useBookCommands();
  const chosen = books.filter(({ id }) => selection.ids.has(id));
  const disabled = chosen.length === 0;
  const then = (work: Promise<unknown>) => runInBackground(work.then(selection.end));
  const item = (label: string, icon: ReactElement, onSelect: () => void, more: Partial<MenuItem> = {}) => ({
    id: label,
    label,
    icon,
    onSelect,
    disabled,
    ...more,
  });
  const setAll = (change: BookPatch) => then(actions.updateAll(chosen, change));
  const all = item(t('Choose all'), <CheckCheck />, selection.all, { disabled: false });
  const collect = item(t('Add to Collection'), <FolderPlus />, () =>
    ask('collection', chosen, selection.end),
  );
  const tags = item(t('Tags'), <Tags />, () => ask('tags', chosen, selection.end));
  const marks: MenuItem[] = [
    item(t('Mark as Completed'), <CircleCheck />, () => then(actions.setStatus(chosen, 'completed'))),
    item(t('Mark as Unread'), <CircleDashed />, () => then(actions.setStatus(chosen, 'unread'))),
    item(t('Add to Favorites'), <Heart />, () => setAll({ favorite: true }), { separatorBefore: true }),
    item(t('Remove from Favorites'), <HeartOff />, () => setAll({ favorite: false })),
  ];
  const withFile = chosen.filter(({ format }) => format !== 'none');
  const download = item(
    t('Download'),
    <CloudDownload />,
    () => {
      for (const book of withFile) runInBackground(actions.download(book));
      selection.end();
    },
    { disabled: withFile.length === 0 },
  );
  const input = { books: chosen };
  const runFill = useRunFill();
  const others = usePoint('mf-library/shelf-action', input).map((fill) => ({
    ...item(fill.label, fill.icon, () => runFill(fill, input)),
    id: fill.id,
  }));
  const remove = item(t('Delete'), <Trash2 />, () => ask('delete', chosen, selection.end), {
    danger: true,
    separatorBefore: true,
  });
  return (
    <Bar role="toolbar" aria-label={t('Actions for the selected books')} data-bar>
      <p role="status">{t('{{count}} chosen', { count: chosen.length })}</p>
      {narrow ? (
        <Menu
          label={t('Actions for the selected books')}
          trigger={<IconButton label={t('Actions for the selected books')} icon={<Ellipsis />} />}
          items={[all, collect, tags, ...marks, download, ...others, remove]}
        />
      ) : (
        <>
          <Command item={all} variant="quiet" />
          <Command item={collect} variant="primary" />
          <Command item={tags} />
          <Menu
            label={t('Mark as')}
            trigger={
              <Button size="small" icon={<Tag />} disabled={disabled}>
                {t('Mark as')}
              </Button>
            }
            items={marks}
          />
          <Command item={download} />
          {others.map((other) => (
            <Command key={other.id} item={other} />
          ))}
          <Command item={remove} variant="quiet" />
        </>
      )}
      <Button variant={narrow ? 'secondary' : 'quiet'} size="small" icon={<X />} onClick={selection.end}>
        {t('Done')}
      </Button>
    </Bar>
  );
}

function Command({ item, variant }: { item: MenuItem; variant?: 'primary' | 'quiet' }) {
  return (
    <Button
      size="small"
      variant={variant}
      icon={item.icon}
      disabled={item.disabled}
      onClick={item.onSelect}
      data-danger={item.danger}
    >
      {item.label}
    </Button>
  );
}

const Bar = styled.div`
  position: sticky;
  inset-block-end: ${space(4)};
  z-index: ${layer.sticky};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  inline-size: fit-content;
  max-inline-size: 100%;
  margin: ${space(6)} auto 0;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  & > [data-danger]:not(:disabled) { color: ${color.danger}; }
  & > p { padding-inline: ${space(2)}; font-size: ${type.small}; font-weight: 550; font-variant-numeric: tabular-nums; white-space: nowrap; }
  @media ${media.narrow} {
    /* Above the bottom bar. */
    position: fixed;
    inset-inline: 0;
    inset-block-end: calc(4rem + env(safe-area-inset-bottom));
    z-index: ${layer.widget};
    inline-size: auto;
    margin: 0;
    padding-block: ${space(2)};
    border-inline: 0;
    border-radius: ${radius.sheet} ${radius.sheet} 0 0;
    & > p { flex: 1; font-size: ${type.body}; }
  }
`;

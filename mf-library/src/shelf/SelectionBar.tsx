import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { color, layer, media, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import {
  CircleCheck,
  CircleDashed,
  CloudDownload,
  FolderPlus,
  Heart,
  HeartOff,
  Tag,
  Trash2,
  X,
} from 'lucide-react';
import { styled } from 'styled-components';
import { useShelf } from '../bookCommands/ShelfContext.ts';
import type { Selection } from './useSelection.ts';

/** Bulk commands for selected books, floating at the bottom. */
export function SelectionBar({ selection, books }: { selection: Selection; books: readonly Book[] }) {
  const t = useTranslate();
  const { actions, ask } = useShelf();
  const chosen = books.filter(({ id }) => selection.ids.has(id));
  const none = chosen.length === 0;
  const then = (work: Promise<unknown>) => runInBackground(work.then(selection.end));
  return (
    <Bar role="toolbar" aria-label={t('Actions for the selected books')}>
      <p role="status">{t('{{count}} chosen', { count: chosen.length })}</p>
      <Button variant="quiet" size="small" onClick={selection.all}>
        {t('Choose all')}
      </Button>
      <Button size="small" icon={<FolderPlus />} disabled={none} onClick={() => ask('collection', chosen)}>
        {t('Add to Collection')}
      </Button>
      <Menu
        label={t('Mark as')}
        trigger={
          <Button size="small" icon={<Tag />} disabled={none}>
            {t('Mark as')}
          </Button>
        }
        items={[
          {
            id: 'completed',
            label: t('Completed'),
            icon: <CircleCheck />,
            onSelect: () => then(actions.setStatus(chosen, 'completed')),
          },
          {
            id: 'unread',
            label: t('Unread'),
            icon: <CircleDashed />,
            onSelect: () => then(actions.setStatus(chosen, 'unread')),
          },
          {
            id: 'favorite',
            label: t('Favorite'),
            icon: <Heart />,
            onSelect: () => then(actions.updateAll(chosen, { favorite: true })),
            separatorBefore: true,
          },
          {
            id: 'plain',
            label: t('No favorite'),
            icon: <HeartOff />,
            onSelect: () => then(actions.updateAll(chosen, { favorite: false })),
          },
        ]}
      />
      <Button
        size="small"
        icon={<CloudDownload />}
        disabled={chosen.every(({ format }) => format === 'none')}
        onClick={() => {
          for (const book of chosen) if (book.format !== 'none') runInBackground(actions.download(book));
          selection.end();
        }}
      >
        {t('Download')}
      </Button>
      <Button
        size="small"
        variant="danger"
        icon={<Trash2 />}
        disabled={none}
        onClick={() => ask('delete', chosen, selection.end)}
      >
        {t('Delete')}
      </Button>
      <Button variant="quiet" size="small" icon={<X />} onClick={selection.end}>
        {t('Done')}
      </Button>
    </Bar>
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
  & > p { padding-inline: ${space(2)}; font-size: ${type.small}; font-weight: 550; font-variant-numeric: tabular-nums; white-space: nowrap; }
  @media ${media.narrow} {
    /* Above the bottom bar and floating buttons; one line that scrolls sideways. */
    position: fixed;
    inset-inline: 0;
    inset-block-end: calc(4rem + env(safe-area-inset-bottom));
    z-index: ${layer.widget};
    flex-wrap: nowrap;
    gap: ${space(1)};
    inline-size: auto;
    margin: 0;
    padding-block: ${space(3)};
    border-inline: 0;
    border-radius: ${radius.sheet} ${radius.sheet} 0 0;
    overflow-x: auto;
    scrollbar-width: none;
    & > * { flex: none; }
  }
`;

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, duration, layer, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import { FolderPlus } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { styled } from 'styled-components';
import { draggedBooks } from '../../books/dragMimeType.ts';
import { collectionColor, collectionIcon } from '../../collections/collectionIcons.ts';
import { defaultColor, defaultIcon, useCollections } from '../../collections/useCollections.ts';

/** Drop targets shown while dragging; the keyboard alternative is 'Add to Collection' in the menu. */
export function CollectionTray() {
  const { notify } = useHost();
  const t = useTranslate();
  const { collections, create, setBooks } = useCollections();
  const [over, setOver] = useState<string | null>(null);
  const notifyAdded = (name: string, count: number) =>
    notify.show({ tone: 'success', message: t('Added {{count}} to “{{name}}”.', { count, name }) });
  const target = (id: string, take: (ids: string[]) => Promise<void>) => ({
    'data-over': over === id || undefined,
    onDragEnter: () => setOver(id),
    onDragLeave: () => setOver((before) => (before === id ? null : before)),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(null);
      const ids = draggedBooks(event.dataTransfer);
      if (ids.length > 0) runInBackground(take(ids));
    },
  });
  return (
    <Tray aria-label={t('Drop on a collection')} role="group">
      <p>{t('Drop on a collection')}</p>
      <ul>
        {collections
          .filter(({ rule }) => !rule)
          .map((collection) => {
            const Icon = collectionIcon(collection.icon);
            return (
              <li
                key={collection.id}
                {...target(collection.id, async (ids) => {
                  if (await setBooks(collection, ids, true)) notifyAdded(collection.name, ids.length);
                })}
              >
                <Icon aria-hidden style={{ color: collectionColor(collection.color) }} />
                <span dir="auto">{collection.name}</span>
              </li>
            );
          })}
        <li
          {...target('new', async (ids) => {
            const name = t('New collection');
            const details = { name, description: null, color: defaultColor, icon: defaultIcon };
            if (await create(details, ids)) notifyAdded(name, ids.length);
          })}
        >
          <FolderPlus aria-hidden />
          <span>{t('New collection')}</span>
        </li>
      </ul>
    </Tray>
  );
}

const Tray = styled.div`
  position: fixed;
  inset-block-end: ${space(6)};
  inset-inline: 0;
  z-index: ${layer.sticky};
  inline-size: fit-content;
  max-inline-size: min(60rem, calc(100vw - 4rem));
  margin-inline: auto;
  padding: ${space(4)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  & > p { margin-block-end: ${space(3)}; color: ${color.textMuted}; font-size: ${type.small}; }
  & > ul { display: flex; flex-wrap: wrap; gap: ${space(2)}; padding: 0; list-style: none; max-block-size: 40vh; overflow-y: auto; }
  & li {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    min-block-size: 3rem;
    padding-inline: ${space(4)};
    border: 1px dashed ${color.lineStrong};
    border-radius: ${radius.control};
    transition: background-color ${duration.fast};
  }
  & li > * { pointer-events: none; }
  & li > svg { inline-size: 1.125rem; block-size: 1.125rem; }
  & li[data-over] { border-style: solid; border-color: ${color.accent}; background: ${color.accentSoft}; }
`;

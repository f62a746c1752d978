import { greeting } from '@lectern/shared-contracts/domain/greeting.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { LayoutGrid, List } from 'lucide-react';
import { styled } from 'styled-components';
import type { LibraryView } from './libraryPreferences.ts';

interface HeaderCardProps {
  /** Undefined while loading. */
  books: number | undefined;
  reading: number | undefined;
  view: LibraryView;
  onView: (view: LibraryView) => void;
}

/** Greeting, counts and view switch at the top of the library. */
export function HeaderCard({ books, reading, view, onView }: HeaderCardProps) {
  const { auth } = useHost();
  const t = useTranslate();
  const name = useReadable(auth.user)?.name.trim().split(/\s+/)[0];
  const hello = t(greeting(new Date().getHours()));
  return (
    <Head>
      <h1>{name ? t('{{greeting}}, {{name}}', { greeting: hello, name }) : hello}</h1>
      <Counts>
        <div>
          <dt>{t('Books')}</dt>
          <dd>{books ?? '–'}</dd>
        </div>
        <div>
          <dt>{t('Reading')}</dt>
          <dd>{reading ?? '–'}</dd>
        </div>
      </Counts>
      <Toggle role="group" aria-label={t('View')}>
        <IconButton
          label={t('Grid')}
          icon={<LayoutGrid />}
          aria-pressed={view === 'grid'}
          onClick={() => onView('grid')}
        />
        <IconButton
          label={t('List')}
          icon={<List />}
          aria-pressed={view === 'list'}
          onClick={() => onView('list')}
        />
      </Toggle>
    </Head>
  );
}

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(8)};
  align-items: center;
  margin-block-end: ${space(2)};
  & > h1 { flex: 1 1 14rem; font-size: ${type.title}; text-wrap: balance; }
  @media ${media.narrow} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${space(0.5)} ${space(4)};
    & > h1 { font-size: ${type.large}; }
  }
`;

const Counts = styled.dl`
  display: flex;
  gap: ${space(6)};
  & > div { display: flex; flex-direction: row-reverse; align-items: baseline; gap: ${space(1.5)}; }
  & dt { color: ${color.textMuted}; font-size: ${type.small}; }
  & dd {
    font-family: ${font.reading};
    font-size: ${type.large};
    line-height: 1.1;
    font-variant-numeric: lining-nums tabular-nums;
  }
`;

const Toggle = styled.div`
  display: flex;
  gap: ${space(0.5)};
  padding: ${space(0.5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  @media ${media.narrow} {
    grid-row: 1 / 3;
    grid-column: 2;
  }
`;

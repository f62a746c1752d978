import { greeting } from '@lectern/shared-contracts/domain/greeting.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
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

/** Name, greeting, counts and view switch at the top of the library, in one line. */
export function HeaderCard({ books, reading, view, onView }: HeaderCardProps) {
  const { auth } = useHost();
  const t = useTranslate();
  const name = useReadable(auth.user)?.name.trim().split(/\s+/)[0];
  const hello = t(greeting(new Date().getHours()));
  return (
    <Head>
      <h1>{t('Library')}</h1>
      <p>{name ? t('{{greeting}}, {{name}}', { greeting: hello, name }) : hello}</p>
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
          size="small"
          aria-pressed={view === 'grid'}
          onClick={() => onView('grid')}
        />
        <IconButton
          label={t('List')}
          icon={<List />}
          size="small"
          aria-pressed={view === 'list'}
          onClick={() => onView('list')}
        />
      </Toggle>
    </Head>
  );
}

const Head = styled.header`
  display: flex;
  align-items: baseline;
  gap: ${space(4)} ${space(5)};
  margin-block-start: -${space(5)};
  & > h1 { font-size: ${type.title}; }
  & > p { flex: 1; min-inline-size: 0; overflow: hidden; color: ${color.textMuted}; text-overflow: ellipsis; white-space: nowrap; }
  & > :last-child { align-self: center; }
  /* The greeting below the name, as high as the switch. */
  @media ${media.narrow} {
    display: grid;
    grid-template-columns: minmax(0, max-content) 1fr auto;
    gap: 0 ${space(3)};
    margin-block-start: -${space(4)};
    & > h1 { grid-column: 1 / 3; font-size: ${type.large}; }
    & > p { font-size: ${type.caption}; }
    & > :last-child { grid-row: 1 / 3; grid-column: 3; }
  }
  /* With large text on a phone. */
  @media (max-width: 18em) {
    & > p { display: none; }
    & > dl { flex-wrap: wrap; gap: 0 ${space(2)}; }
  }
`;

const Counts = styled.dl`
  display: flex;
  gap: ${space(5)};
  & > div { display: flex; flex-direction: row-reverse; align-items: baseline; gap: ${space(1.5)}; }
  & dt { color: ${color.textMuted}; font-size: ${type.small}; }
  & dd {
    font-family: ${font.reading};
    font-size: ${type.large};
    line-height: 1.1;
    font-variant-numeric: lining-nums tabular-nums;
  }
  @media ${media.narrow} {
    gap: ${space(2)};
    & > div { gap: ${space(1)}; }
    & dt, & dd { font-family: inherit; font-size: ${type.caption}; line-height: 1.5; }
  }
`;

const Toggle = styled.div`
  display: flex;
  gap: ${space(0.5)};
  padding: ${space(0.5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  @media ${media.narrow} { padding: 0; border: 0; }
`;

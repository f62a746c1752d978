import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { font, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { SyncIndicator } from '../sync-status/SyncIndicator.tsx';
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx';
import { Bar } from './frame.styles.ts';
import { HeaderWidgets } from './HeaderWidgets.tsx';
import { NotificationCentre } from './NotificationCentre.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserMenu, type UserMenuProps } from './UserMenu.tsx';
import { useHeadingInView } from './useHeadingInView.ts';
import type { SearchDoor } from './useSearch.ts';

export interface HeaderProps extends UserMenuProps {
  title: string;
  crumbs: readonly Crumb[];
  search: SearchDoor;
}

/** Where you are, and what is at hand everywhere [LY-02]. */
export function Header({ title, crumbs, search, user, onTour, onLogout }: HeaderProps) {
  const t = useTranslate();
  const headed = useHeadingInView(crumbs.at(-1)?.path ?? '');
  return (
    <Bar>
      <Place>
        <Breadcrumbs crumbs={crumbs} />
        {/* The page says it itself, until its heading has been scrolled away. */}
        {headed ? null : <p data-said={crumbs.at(-1)?.title === title}>{t(title)}</p>}
      </Place>
      <SearchBox onOpen={search.open} onApproach={search.approach} />
      <Tools>
        <HeaderWidgets />
        <SyncIndicator />
        <ThemeToggle />
        <NotificationCentre />
        <UserMenu user={user} onTour={onTour} onLogout={onLogout} />
      </Tools>
    </Bar>
  );
}

const Place = styled.div`
  flex: 1 1 5rem;
  min-inline-size: 0;
  & > p {
    overflow: hidden;
    font-family: ${font.reading};
    font-size: ${type.body};
    font-weight: 500;
    letter-spacing: -0.01em;
    line-height: 1.45;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* Where the breadcrumbs end with the same words, once is enough. */
  & > p[data-said='true'] { display: none; }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
`;

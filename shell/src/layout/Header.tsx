import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { SyncIndicator } from '../offline/SyncIndicator.tsx';
import { Breadcrumbs, type Crumb } from './Breadcrumbs.tsx';
import { Bar } from './frameParts.ts';
import { NotificationCentre } from './NotificationCentre.tsx';
import { SearchBox } from './SearchBox.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserMenu, type UserMenuProps } from './UserMenu.tsx';
import type { Search } from './useSearch.ts';

export interface HeaderProps extends UserMenuProps {
  title: string;
  crumbs: readonly Crumb[];
  search: Search;
}

/** Where you are, and what is at hand everywhere [LY-02]. */
export function Header({ title, crumbs, search, user, onTour, onLogout }: HeaderProps) {
  const t = useTranslate();
  return (
    <Bar>
      <Place>
        {/* The way to the start is the start itself. */}
        {crumbs.length > 1 ? <Breadcrumbs crumbs={crumbs} /> : null}
        <p>{t(title)}</p>
      </Place>
      <SearchBox onOpen={search.open} onApproach={search.approach} />
      <Tools>
        <SyncIndicator />
        <ThemeToggle />
        <NotificationCentre />
        <UserMenu user={user} onTour={onTour} onLogout={onLogout} />
      </Tools>
    </Bar>
  );
}

const Place = styled.div`
  flex: 1;
  min-inline-size: 0;
  & > p {
    overflow: hidden;
    font-family: ${font.reading};
    font-size: ${type.large};
    font-weight: 500;
    letter-spacing: -0.01em;
    line-height: 1.45;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media ${media.narrow} { & > nav { display: none; } }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
`;

import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Tooltip } from '@lectern/shared-ui/Tooltip.tsx';
import { color, duration, easing, radius, space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { dashboardPath } from '../../routes/dashboardPage.ts';
import { railWidth } from '../frame/frame.styles.ts';
import { Wordmark } from '../frame/Wordmark.tsx';
import { type Destination, isCurrent, useDestinations } from './destinations.ts';

interface RailProps {
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  isAdmin: boolean;
  onLogout: () => void;
}

/** Side navigation. Collapsed, it shows icons with a tooltip on hover and focus [LY-01]. */
export function Rail({ collapsed, onCollapse, isAdmin, onLogout }: RailProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  const { pathname } = useReadable(navigation.location);
  const { destinations, counts } = useDestinations('rail', isAdmin);
  const toggle = collapsed ? t('Expand navigation') : t('Collapse navigation');

  return (
    <RailBody aria-label={t('Main')} $collapsed={collapsed} data-tour="rail">
      <navigation.Link
        to={dashboardPath}
        className={itemClass.home}
        aria-label={t('Lectern, to the dashboard')}
      >
        <Wordmark markOnly={collapsed} />
      </navigation.Link>
      <Items>
        {destinations.map((destination) => (
          <li key={destination.path}>
            <Entry
              destination={destination}
              current={isCurrent(destination.path, pathname)}
              count={counts[destination.path] ?? 0}
              collapsed={collapsed}
            />
          </li>
        ))}
      </Items>
      <RailFoot>
        <Named label={t('Logout')} collapsed={collapsed}>
          <Line as="button" type="button" onClick={onLogout} aria-label={t('Logout')}>
            <LogOut aria-hidden />
            {collapsed ? null : <span>{t('Logout')}</span>}
          </Line>
        </Named>
        <Named label={toggle} collapsed={collapsed}>
          <Line
            as="button"
            type="button"
            aria-expanded={!collapsed}
            aria-label={toggle}
            onClick={() => onCollapse(!collapsed)}
          >
            {collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
            {collapsed ? null : <span>{t('Collapse')}</span>}
          </Line>
        </Named>
      </RailFoot>
    </RailBody>
  );
}

interface EntryProps {
  destination: Destination;
  current: boolean;
  count: number;
  collapsed: boolean;
}

function Entry({ destination, current, count, collapsed }: EntryProps) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const { path, label, icon: Icon, badge } = destination;
  const badgeText = badge?.text;
  return (
    <Named label={t(label)} collapsed={collapsed}>
      <Line as={Link} to={path} aria-current={current ? 'page' : undefined}>
        <Icon aria-hidden />
        {collapsed ? <VisuallyHidden>{t(label)}</VisuallyHidden> : <span>{t(label)}</span>}
        {count > 0 && badgeText ? (
          <Count>
            <span aria-hidden="true">
              <Badge count={count} />
            </span>
            <VisuallyHidden>{t(badgeText, { count })}</VisuallyHidden>
          </Count>
        ) : null}
      </Line>
    </Named>
  );
}

/** Collapsed, the label is a tooltip. */
function Named({
  label,
  collapsed,
  children,
}: {
  label: string;
  collapsed: boolean;
  children: ReactElement;
}) {
  return collapsed ? (
    <Tooltip text={label} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  );
}

const itemClass = { home: 'rail-home' } as const;

const RailBody = styled.nav<{ $collapsed: boolean }>`
  position: sticky;
  inset-block-start: 0;
  display: flex;
  flex: none;
  flex-direction: column;
  gap: ${space(2)};
  inline-size: ${({ $collapsed }) => railWidth($collapsed)};
  block-size: 100dvh;
  padding: ${space(5)} ${space(3)} ${space(4)};
  border-inline-end: 1px solid ${color.line};
  background: ${color.surface};
  overflow: hidden auto;
  scrollbar-width: thin;
  transition: inline-size ${duration.slow} ${easing};

  & > .${itemClass.home} {
    display: flex;
    align-items: center;
    min-block-size: 2.75rem;
    padding-inline: ${space(2.5)};
    text-decoration: none;
  }
`;

const Items = styled.ul.attrs({ role: 'list' })`
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
  margin-block-start: ${space(3)};
`;

const RailFoot = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
  margin-block-start: auto;
  padding-block-start: ${space(4)};
`;

/** One line of the rail. The ribbon at its start says where you are. */
const Line = styled.a`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(3)};
  inline-size: 100%;
  min-block-size: 2.5rem;
  padding: ${space(2)} ${space(3)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.textMuted};
  font-size: 0.9375rem;
  font-weight: 500;
  text-align: start;
  text-decoration: none;
  white-space: nowrap;
  transition: background-color ${duration.fast}, color ${duration.fast};

  & > svg { flex: none; inline-size: 1.25rem; block-size: 1.25rem; stroke-width: 1.75; }
  & > span:not([class]) { overflow: hidden; text-overflow: ellipsis; }
  &:hover { background: ${color.surfaceHover}; color: ${color.text}; }
  &[aria-current='page'] { background: ${color.accentSoft}; color: ${color.accent}; font-weight: 600; }
  &[aria-current='page']::before {
    content: '';
    position: absolute;
    inset-inline-start: -${space(3)};
    inset-block: ${space(2)};
    inline-size: 3px;
    border-start-end-radius: 2px;
    border-end-end-radius: 2px;
    background: ${color.accent};
  }
  &:focus-visible { border-radius: ${radius.control}; outline-offset: -2px; }
`;

const Count = styled.span`
  margin-inline-start: auto;
`;

import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Tooltip } from '@lectern/shared-ui/Tooltip.tsx';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { dashboardPath } from '../../routes/dashboardPage.ts';
import { Wordmark } from '../frame/Wordmark.tsx';
import { type Destination, isCurrent } from './destinations.ts';
import { Count, Items, itemClass, Line, RailBody, RailFoot } from './rail.styles.ts';
import { useDestinations } from './useDestinations.ts';

export interface RailProps {
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

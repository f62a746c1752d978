import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { badgeText } from '@lectern/shared-ui/badgeText.ts';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { color, duration, layer, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { useHideOnScroll } from '@lectern/shared-ui/useHideOnScroll.ts';
import { Ellipsis, LogOut } from 'lucide-react';
import { styled } from 'styled-components';
import { useDestinations } from './destinations.ts';

/** Entries that the bottom bar has no room for, each with its count [LY-04]. */
export function QuickMenu({ onLogout }: { onLogout: () => void }) {
  const t = useTranslate();
  const { go } = useHost().navigation;
  const { destinations, counts } = useDestinations('quick');
  return (
    <Place data-away={useHideOnScroll()}>
      <Menu
        label={t('Quick menu')}
        trigger={
          <Trigger type="button" aria-label={t('Quick menu')}>
            <Ellipsis aria-hidden />
          </Trigger>
        }
        items={[
          ...destinations.map(({ path, shortLabel, icon: Icon }) => ({
            id: path,
            label: `${t(shortLabel)} ${counts[path] ? `(${badgeText(counts[path])})` : ''}`.trim(),
            icon: <Icon />,
            onSelect: () => go(path),
          })),
          { id: 'logout', label: t('Logout'), icon: <LogOut />, onSelect: onLogout, separatorBefore: true },
        ]}
      />
    </Place>
  );
}

const Place = styled.div`
  position: fixed;
  inset-block-end: calc(4.5rem + env(safe-area-inset-bottom) + var(--page-foot, 0px));
  inset-inline-end: ${space(4)};
  z-index: ${layer.bar};
  @media ${media.narrow} {
    transition: opacity ${duration.normal};
    &[data-away='true']:not(:focus-within, :has([data-state='open'])) { opacity: 0; pointer-events: none; }
  }
`;

const Trigger = styled.button`
  display: grid;
  place-content: center;
  inline-size: 2.75rem;
  block-size: 2.75rem;
  border: 1px solid ${color.line};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  color: ${color.text};
  box-shadow: ${shadow.float};
  &:focus-visible { border-radius: ${radius.round}; }
  & > svg { inline-size: 1.375rem; block-size: 1.375rem; }
`;

import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Avatar } from '@lectern/shared-ui/Avatar.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { color, font, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { CircleHelp, GraduationCap, LogOut, Route, Settings, ShieldCheck, UserRound } from 'lucide-react';
import { styled } from 'styled-components';

export interface UserMenuProps {
  user: User;
  onTour: () => void;
  onLogout: () => void;
}

/** Menu of the account [LY-02]. */
export function UserMenu({ user, onTour, onLogout }: UserMenuProps) {
  const t = useTranslate();
  const { navigation, auth } = useHost();
  const { go } = navigation;
  return (
    <Menu
      label={t('Your account')}
      trigger={
        <Trigger type="button" data-tour="account">
          <Avatar name={user.name} src={user.avatar ?? undefined} decorative />
          {/* No aria-label: the initials are not its accessible name. */}
          <VisuallyHidden>{t('Your account: {{name}}', { name: user.name })}</VisuallyHidden>
        </Trigger>
      }
      heading={
        <Person>
          <Avatar name={user.name} src={user.avatar ?? undefined} size={44} decorative />
          <div>
            <strong>{user.name}</strong>
            <small>{user.email}</small>
          </div>
        </Person>
      }
      items={[
        { id: 'profile', label: t('Profile'), icon: <UserRound />, onSelect: () => go('/profile') },
        { id: 'settings', label: t('Settings'), icon: <Settings />, onSelect: () => go('/settings') },
        // The rail, which also has it, is hidden in narrow windows.
        ...(auth.hasRole('admin')
          ? [
              {
                id: 'admin',
                label: t('Administration'),
                icon: <ShieldCheck />,
                onSelect: () => go('/admin'),
              },
            ]
          : []),
        { id: 'help', label: t('Help'), icon: <CircleHelp />, onSelect: () => go('/help') },
        {
          id: 'tour',
          label: t('Restart Guided Tour'),
          icon: <Route />,
          onSelect: onTour,
          separatorBefore: true,
        },
        {
          id: 'tutorial',
          label: t('Tutorial'),
          icon: <GraduationCap />,
          onSelect: () => go('/onboarding', { state: { tutorial: true } }),
        },
        { id: 'sign-out', label: t('Sign Out'), icon: <LogOut />, onSelect: onLogout, separatorBefore: true },
      ]}
    />
  );
}

const Trigger = styled.button`
  position: relative;
  display: grid;
  place-content: center;
  padding: 2px;
  border: 0;
  border-radius: ${radius.round};
  background: none;
  &:hover, &[data-state='open'] { box-shadow: 0 0 0 2px ${color.line}; }
  &:focus-visible { border-radius: ${radius.round}; }
  @media ${media.narrow} { min-inline-size: ${touchTarget}; min-block-size: ${touchTarget}; }
`;

const Person = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-inline-size: 0;
  & > div { display: grid; min-inline-size: 0; }
  & strong { font-family: ${font.reading}; font-size: ${type.body}; font-weight: 550; }
  & small { color: ${color.textMuted}; overflow: hidden; text-overflow: ellipsis; }
`;

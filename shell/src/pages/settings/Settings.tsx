import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useSetTitle, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { color, media, radius, space } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { visuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import {
  BookOpen,
  ChevronLeft,
  ChevronRight,
  CloudDownload,
  KeyRound,
  Palette,
  Shield,
  Target,
  Trash2,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { styled } from 'styled-components';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { Sheet } from '../../services/theme/prose.ts';
import { OfflineStorage } from './OfflineStorage.tsx';
import {
  AppearanceSettings,
  Goals,
  MentorSetting,
  Privacy,
  ReadingSettings,
  StaySignedIn,
  WaitingChanges,
} from './sections.tsx';

const Bin = lazyPart(() => import('../bin/Bin.tsx').then((m) => m.Bin));
const Devices = lazyPart(() => import('../security/Devices.tsx').then((m) => m.Devices));
const SignInSecurity = lazyPart(() => import('../security/SignInSecurity.tsx').then((m) => m.SignInSecurity));

interface SettingsPage {
  /** Value of `page` in the address. */
  id: string;
  /** A text key. */
  label: string;
  icon: ComponentType;
  sections: readonly ComponentType[];
}

const appearance: SettingsPage = {
  id: 'appearance',
  label: text('Appearance'),
  icon: Palette,
  sections: [AppearanceSettings],
};
const pages: readonly SettingsPage[] = [
  appearance,
  { id: 'reading', label: text('Reading'), icon: BookOpen, sections: [ReadingSettings] },
  {
    id: 'offline',
    label: text('Offline and sync'),
    icon: CloudDownload,
    sections: [OfflineStorage, WaitingChanges],
  },
  {
    id: 'sign-in',
    label: text('Sign-in and devices'),
    icon: KeyRound,
    sections: [StaySignedIn, SignInSecurity, Devices],
  },
  { id: 'bin', label: text('Bin'), icon: Trash2, sections: [Bin] },
  { id: 'goals', label: text('Goals and mentor'), icon: Target, sections: [Goals, MentorSetting] },
  { id: 'privacy', label: text('Privacy and messages'), icon: Shield, sections: [Privacy] },
];

/** Settings of this device, page by page; each takes effect immediately. Narrow windows show the list or one page. */
export function Settings() {
  const t = useTranslate();
  const { navigation } = useHost();
  const { search } = useReadable(navigation.location);
  const narrow = useMediaQuery(media.narrow);
  const wanted = new URLSearchParams(search).get('page');
  const chosen = pages.find(({ id }) => id === wanted) ?? (narrow ? null : appearance);
  useSetTitle(t('Settings'));
  const header = (
    <PageHeader
      title={t('Settings')}
      lead={t('For this browser. Your books and notes are the same everywhere.')}
    />
  );
  const index = (
    <Index aria-label={t('Settings')}>
      {pages.map(({ id, label, icon: Icon }) => (
        <navigation.Link
          key={id}
          to={`/settings?page=${id}`}
          aria-current={id === chosen?.id ? 'page' : undefined}
        >
          <Icon aria-hidden />
          <span>{t(label)}</span>
          {narrow ? <ChevronRight aria-hidden data-mirrored /> : null}
        </navigation.Link>
      ))}
    </Index>
  );
  const sections = chosen?.sections.map((Section, index) => <Section key={`${chosen.id} ${index}`} />);
  if (!narrow)
    return (
      <>
        {header}
        <Columns>
          {index}
          <Sheet>{sections}</Sheet>
        </Columns>
      </>
    );
  if (chosen === null)
    return (
      <>
        {header}
        {index}
      </>
    );
  return (
    <>
      <Back as={navigation.Link} to="/settings">
        <ChevronLeft aria-hidden data-mirrored /> {t('Settings')}
      </Back>
      <PageHeader title={t(chosen.label)} />
      <Page data-single={chosen.sections.length === 1 || undefined}>{sections}</Page>
    </>
  );
}

/** A section that is the whole page has its title above it already. */
const Page = styled(Sheet)`
  &[data-single] > :first-child > div:first-child > h2 { ${visuallyHidden} & ~ * { margin-inline-start: auto; } }
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: 14rem minmax(0, 1fr);
  gap: ${space(14)};
  align-items: start;
  & > nav { position: sticky; inset-block-start: ${space(24)}; }
  @media ${media.tablet} { gap: ${space(8)}; grid-template-columns: 12rem minmax(0, 1fr); }
`;

const Index = styled.nav`
  display: grid;
  & > a {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-block-size: 2.75rem;
    padding-inline: ${space(3)};
    border-radius: ${radius.control};
    color: ${color.text};
    text-decoration: none;
  }
  & > a:hover { background: ${color.surfaceHover}; }
  & > a[aria-current] { background: ${color.accentSoft}; color: ${color.accent}; font-weight: 550; }
  & svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; }
  & [data-mirrored] { margin-inline-start: auto; color: ${color.textMuted}; }
  & [data-mirrored]:dir(rtl) { transform: scaleX(-1); }
  @media ${media.narrow} {
    & > a { min-block-size: 3.25rem; padding-inline: 0; border-radius: 0; border-block-end: 1px solid ${color.line}; }
  }
`;

const Back = styled.a`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-block-size: 2.75rem;
  text-decoration: none;
  & > svg { inline-size: 1.125rem; block-size: 1.125rem; }
  & > svg:dir(rtl) { transform: scaleX(-1); }
`;

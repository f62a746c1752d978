import { appVersion } from '@lectern/client/auth/appHeaders.ts';
import { languages } from '@lectern/client/services/i18n/languages.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { color, media, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { visuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { type ReactNode, useEffect } from 'react';
import { styled } from 'styled-components';
import { useShell } from '../../host/shell.ts';
import { tabletMargins } from '../frame/frame.styles.ts';
import { Wordmark } from '../frame/Wordmark.tsx';
import { askAgainAfterReload } from '../prompts/CookieBanner.tsx';

/** Legal, Support, About [LY-03]: one line for a reader; columns for a visitor, without a reader's pages. */
export function Footer({ visitor = false }: { visitor?: boolean }) {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const { consent, reload } = useShell();

  const askAgain = () => {
    consent.clear();
    askAgainAfterReload();
    reload();
  };

  return (
    <Ground data-line={!visitor || undefined}>
      {visitor ? (
        <div>
          <Wordmark />
          <p>{t('A quiet place for the books you own.')}</p>
          <LanguageChoice />
        </div>
      ) : null}
      <Group title={t('Legal')}>
        <Link to="/legal/privacy-policy">{t('Privacy Policy')}</Link>
        <Link to="/legal/terms-of-service">{t('Terms of Service')}</Link>
        <button type="button" onClick={askAgain}>
          {t('Cookie Preferences')}
        </button>
      </Group>
      <Group title={t('Support')}>
        <Link to="/contact">{t('Contact Us')}</Link>
        {visitor ? null : <Link to="/help">{t('Help Center')}</Link>}
        {visitor ? null : <Link to="/settings/data-export">{t('Export My Data')}</Link>}
      </Group>
      {visitor ? null : (
        <Group title={t('About')}>
          <AboutLink />
        </Group>
      )}
    </Ground>
  );
}

/** Shows a dot after an update of Lectern. */
function AboutLink() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  return (
    <Link to="/about">
      {t('About Lectern')}
      {useWasUpdated() ? <Dot role="img" aria-label={t('Updated since you last looked')} /> : null}
    </Link>
  );
}

function Group({ title, children }: { title: string; children: ReactNode[] | ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      {children}
    </nav>
  );
}

const Dot = styled.span`
  display: inline-block;
  inline-size: 0.5rem;
  block-size: 0.5rem;
  margin-inline-start: ${space(1.5)};
  border-radius: 50%;
  background: ${color.accent};
`;

const Ground = styled.footer`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(6)} ${space(8)};
  margin-block-start: auto;
  padding: ${space(10)} ${space(14)} ${space(12)};
  border-block-start: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${type.small};

  & > div { display: grid; flex: 2 1 10rem; gap: ${space(3)}; align-content: start; justify-items: start; }
  & > nav { display: flex; flex: 1 1 8rem; flex-direction: column; align-items: flex-start; gap: ${space(1)}; }
  & h2 { margin-block-end: ${space(1)}; color: ${color.text}; font-family: inherit; font-size: ${type.small}; font-weight: 600; letter-spacing: 0; }
  & a, & button { padding: ${space(0.5)} 0; border: 0; background: none; color: inherit; text-align: start; text-decoration: none; }
  & a:hover, & button:hover { color: ${color.accent}; text-decoration: underline; }

  &[data-line] {
    gap: 0 ${space(5)};
    padding-block: ${space(4)};
    /* Links of all groups share the lines. */
    & > nav { display: contents; }
    & h2 { ${visuallyHidden} }
    @media ${media.tablet} { padding-inline: ${tabletMargins}; }
  }

  @media ${media.narrow} {
    padding: ${space(8)} ${space(5)} ${space(10)};
    & > div { flex-basis: 100%; }
    & a, & button { min-block-size: ${touchTarget}; display: flex; align-items: center; }
    &[data-line] { padding: ${space(4)}; }
  }
`;

const options = languages.map(({ code, name }) => ({ value: code, label: name }));

/** Language menu for visitors, who have no settings. Each language is listed by its own name. */
function LanguageChoice() {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const { i18n } = useShell();
  return (
    <Select
      label={t('Language')}
      hideLabel
      value={language}
      options={options}
      onChange={(next) => runInBackground(i18n.setLanguage(next))}
    />
  );
}

const seenVersionPreference = 'about.seen_version';

function useSeenVersion(): string | null {
  const { preferences } = useHost();
  const seen = useReadable(preferences.watch<unknown>(seenVersionPreference, null));
  return typeof seen === 'string' ? seen : null;
}

/** Whether Lectern was updated since the reader last looked at About; false for who never has. */
function useWasUpdated(): boolean {
  const seen = useSeenVersion();
  return seen !== null && seen !== appVersion;
}

/** The reader looks at the version of today. */
export function useNoteVersion(): void {
  const { preferences } = useHost();
  const seen = useSeenVersion();
  useEffect(() => {
    if (seen !== appVersion) preferences.set(seenVersionPreference, appVersion);
  }, [preferences, seen]);
}

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu } from '@lectern/shared-ui/Menu.tsx';
import { color, duration, easing, layer, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import { AudioLines, Check, Pause, Play, SkipBack, SkipForward, X } from 'lucide-react';
import { styled } from 'styled-components';
import { baseLanguage, voicesFor } from './browserSpeech.ts';
import type { Listening } from './useReadAloud.ts';

export interface ReadAloudBarProps {
  listening: Listening;
  /** Language of the book, for sentences without their own. */
  language: string | null;
  /** Above the bottom bar. */
  raised: boolean;
}

const rates = [0.75, 1, 1.25, 1.5, 2] as const;

/** Controls for reading aloud: pause, back, rate, stop. */
export function ReadAloudBar({ listening, language, raised }: ReadAloudBarProps) {
  const t = useTranslate();
  const { aloud, state, choice, choose } = listening;
  const reading = state.status === 'reading';
  const spokenIn = state.language ?? language;
  const base = baseLanguage(spokenIn);
  const voices = voicesFor(spokenIn);
  const faster = rates[(rates.indexOf(choice.rate as (typeof rates)[number]) + 1) % rates.length] ?? 1;
  return (
    <StyledBar role="group" aria-label={t('Reading aloud')} $raised={raised} dir="ltr">
      <Rate
        type="button"
        aria-label={t('Pace {{rate}}, change it', { rate: choice.rate })}
        onClick={() => choose({ rate: faster })}
      >
        {t('{{rate}}×', { rate: choice.rate })}
      </Rate>
      <IconButton
        label={t('Sentence before')}
        icon={<SkipBack />}
        onClick={() => runInBackground(aloud.previous())}
      />
      <IconButton
        label={reading ? t('Pause') : t('Read on')}
        icon={reading ? <Pause /> : <Play />}
        onClick={() => (reading ? aloud.pause() : aloud.resume())}
      />
      <IconButton
        label={t('Next sentence')}
        icon={<SkipForward />}
        onClick={() => runInBackground(aloud.next())}
      />
      {voices.length > 1 ? (
        <Menu
          label={t('Voice')}
          items={voices.map(({ name, voiceURI }) => ({
            id: voiceURI,
            label: name,
            ...(choice.voices[base] === voiceURI ? { icon: <Check /> } : {}),
            onSelect: () => choose({ voices: { ...choice.voices, [base]: voiceURI } }),
          }))}
          trigger={<IconButton label={t('Voice')} icon={<AudioLines />} />}
        />
      ) : null}
      <IconButton label={t('Stop reading aloud')} icon={<X />} onClick={() => aloud.stop()} />
    </StyledBar>
  );
}

const StyledBar = styled.div<{ $raised: boolean }>`
  position: absolute;
  inset-block-end: ${({ $raised }) => ($raised ? '5.75rem' : `calc(${space(3)} + env(safe-area-inset-bottom))`)};
  inset-inline: 0 var(--panel, 0px);
  z-index: ${layer.bar};
  display: flex;
  align-items: center;
  gap: ${space(0.5)};
  inline-size: fit-content;
  margin-inline: auto;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  color: ${color.text};
  box-shadow: ${shadow.float};
  animation: lectern-rise ${duration.normal} ${easing};
  transition: inset-block-end ${duration.normal};
`;

const Rate = styled.button`
  min-inline-size: 3.25rem;
  min-block-size: 2.75rem;
  border: 0;
  border-radius: ${radius.round};
  background: none;
  color: ${color.textMuted};
  font-size: ${type.small};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  &:hover { background: ${color.surfaceHover}; }
`;

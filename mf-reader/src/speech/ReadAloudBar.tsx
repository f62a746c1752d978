import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Menu, type MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { color, duration, easing, layer, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import {
  AudioLines,
  Check,
  CornerDownRight,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  SlidersHorizontal,
  X,
} from 'lucide-react';
import { styled } from 'styled-components';
import { useOpenedBook } from '../view/state/openedBook.ts';
import { baseLanguage, voicesFor } from './browserSpeech.ts';
import type { SleepTimer } from './readAloud.ts';
import { isRecorded, type Listening } from './useReadAloud.ts';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
/** Choices of the sleep timer, in minutes. */
const sleepAfter = [15, 30, 60] as const;

/** Controls for reading aloud: speed, back, pause, forward, voice, options, stop. */
export function ReadAloudBar({ listening }: { listening: Listening }) {
  const t = useTranslate();
  const { language, controls } = useOpenedBook();
  const { aloud, state, choice, choose } = listening;
  const reading = state.status === 'reading';
  const spokenIn = state.language ?? language;
  const base = baseLanguage(spokenIn);
  const voices = voicesFor(spokenIn);
  const options = useOptions(listening);
  return (
    <StyledBar role="group" aria-label={t('Reading aloud')} $raised={controls.visible} dir="ltr">
      <Menu
        label={t('Speed')}
        align="start"
        items={rates.map((rate) => ({
          id: String(rate),
          label: t('{{rate}}×', { rate }),
          ...checked(rate === choice.rate),
          onSelect: () => choose({ rate }),
        }))}
        trigger={
          <Rate type="button" aria-label={t('Speed: {{rate}}×', { rate: choice.rate })}>
            {t('{{rate}}×', { rate: choice.rate })}
          </Rate>
        }
      />
      <IconButton
        label={t('Previous sentence')}
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
      {state.canLeave ? (
        <IconButton
          label={t('Go on after this table or list')}
          icon={<CornerDownRight />}
          onClick={() => runInBackground(aloud.leave())}
        />
      ) : null}
      {voices.length > 1 ? (
        <Menu
          label={t('Voice')}
          items={voices.map(({ name, voiceURI }) => ({
            id: voiceURI,
            label: name,
            ...checked(choice.voices[base] === voiceURI),
            onSelect: () => choose({ voices: { ...choice.voices, [base]: voiceURI } }),
          }))}
          trigger={<IconButton label={t('Voice')} icon={<AudioLines />} />}
        />
      ) : null}
      <Menu
        label={t('Options for reading aloud')}
        items={options}
        trigger={<IconButton label={t('Options for reading aloud')} icon={<SlidersHorizontal />} />}
      />
      <IconButton label={t('Stop reading aloud')} icon={<X />} onClick={() => aloud.stop()} />
    </StyledBar>
  );
}

const checked = (on: boolean) => (on ? { icon: <Check /> } : {});

/** The items of the options menu: when reading pauses by itself, and what it leaves out. */
function useOptions({ aloud, state, choice, choose }: Listening): MenuItem[] {
  const t = useTranslate();
  const { manifest } = useOpenedBook();
  const recorded = isRecorded(manifest);
  const hasChapters = manifest.format === 'epub';
  const sleepItem = (id: string, label: string, sleep: SleepTimer | null, on: boolean): MenuItem => ({
    id,
    label,
    ...checked(on),
    onSelect: () => aloud.sleepAfter(sleep),
  });
  const minutesLeft = typeof state.sleep === 'object' ? state.sleep?.minutes : undefined;
  return [
    ...sleepAfter.map((minutes) =>
      sleepItem(
        `sleep-${minutes}`,
        t('Pause after {{count}} minutes', { count: minutes }),
        { minutes },
        minutesLeft === minutes,
      ),
    ),
    ...(hasChapters
      ? [
          sleepItem(
            'sleep-chapter',
            t('Pause at the end of the chapter'),
            'chapter',
            state.sleep === 'chapter',
          ),
        ]
      : []),
    sleepItem('sleep-never', t('Do not pause by itself'), null, state.sleep === null),
    ...(recorded
      ? [
          {
            id: 'skip',
            label: t('Leave out notes and page numbers'),
            separatorBefore: true,
            ...checked(choice.skipNotes),
            onSelect: () => choose({ skipNotes: !choice.skipNotes }),
          },
        ]
      : []),
    ...(hasChapters
      ? [
          {
            id: 'pictures',
            label: t('Leave out descriptions of pictures'),
            separatorBefore: !recorded,
            ...checked(choice.skipPictures),
            onSelect: () => choose({ skipPictures: !choice.skipPictures }),
          },
        ]
      : []),
  ];
}

const StyledBar = styled.div<{ $raised: boolean }>`
  position: absolute;
  inset-block-end: ${({ $raised }) => ($raised ? '5.75rem' : `calc(${space(3)} + env(safe-area-inset-bottom))`)};
  inset-inline: 0 var(--panel, 0px);
  z-index: ${layer.bar};
  display: flex;
  align-items: center;
  inline-size: fit-content;
  max-inline-size: calc(100vw - 0.5rem);
  margin-inline: auto;
  padding: ${space(1)} ${space(1)};
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

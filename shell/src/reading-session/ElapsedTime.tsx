import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import {
  type ActiveSession,
  awayAfterSeconds,
  elapsedSeconds,
  formatElapsed,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, font, type } from '@lectern/shared-ui/tokens.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type ClockFace, clockFace } from './clockFace.ts';

/**
 * The time read, shown anew each second while the clock runs, without a render and without a frame of the page
 * (clockFace.ts).
 */
export function ElapsedTime({ session }: { session: ActiveSession }) {
  const t = useTranslate();
  const name = t('Time read');
  const theme = useReadable(useHost().theme.mode);
  const ref = useRef<HTMLSpanElement>(null);
  const [face, setFace] = useState<ClockFace>();
  useLayoutEffect(() => {
    if (ref.current === null) return;
    const made = clockFace(ref.current, name);
    setFace(made);
    return made.remove;
  }, [name]);
  useLayoutEffect(() => {
    if (!face) return;
    const write = (now: Date) => face.show(formatElapsed(elapsedSeconds(session, now)));
    const writeNow = () => write(new Date());
    writeNow();
    // With its font, once that is here, and sharp at every magnification.
    runInBackground(document.fonts?.ready.then(writeNow));
    window.addEventListener('resize', writeNow);
    let last = Date.now();
    const tick = () => {
      const now = Date.now();
      // Just awake: the session is about to notice. Until it has, the night is not shown as read.
      if (now - last > awayAfterSeconds * 1_000) return;
      last = now;
      write(new Date(now));
    };
    const timer = session.isPaused ? undefined : setInterval(tick, 1_000);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', writeNow);
    };
    // The theme: what is drawn does not change its colour by itself.
  }, [face, session, theme]);
  return <Time ref={ref} $paused={session.isPaused} role="timer" />;
}

const Time = styled.span<{ $paused: boolean }>`
  display: block;
  font: 500 ${type.large} / 1.2 ${font.interface};
  font-variant-numeric: tabular-nums;
  color: ${({ $paused }) => ($paused ? color.textMuted : color.text)};
`;

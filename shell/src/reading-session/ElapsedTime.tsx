import {
  type ActiveSession,
  awayAfterSeconds,
  elapsedSeconds,
  formatElapsed,
} from '@lectern/shared-contracts/domain/readingSession.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { color, font, type } from '@lectern/shared-ui/tokens.ts';
import { useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { clockFace } from './clockFace.ts';

/**
 * The time read, written anew each second while the clock runs, without a render. It is drawn: a text of the page that
 * changes is laid out again, and after each layout the browser looks up what lies beneath the pointer, which costs more
 * than all the rest. What is drawn stands inside the canvas as words too, for those who listen.
 */
export function ElapsedTime({ session }: { session: ActiveSession }) {
  const t = useTranslate();
  const theme = useReadable(useHost().theme.mode);
  const ref = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (ref.current === null) return;
    const show = clockFace(ref.current);
    const write = (now: Date) => show(formatElapsed(elapsedSeconds(session, now)));
    const writeNow = () => write(new Date());
    writeNow();
    // With its font, once that is here, and sharp at every magnification.
    document.fonts?.ready.then(writeNow);
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
  }, [session, theme]);
  return <Time ref={ref} $paused={session.isPaused} role="timer" aria-label={t('Time read')} />;
}

const Time = styled.canvas<{ $paused: boolean }>`
  display: block;
  contain: strict;
  font: 500 ${type.large} / 1.2 ${font.interface};
  color: ${({ $paused }) => ($paused ? color.textMuted : color.text)};
`;

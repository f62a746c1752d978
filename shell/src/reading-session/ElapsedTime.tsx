import {
  type ActiveSession,
  awayAfterSeconds,
  elapsedSeconds,
  formatElapsed,
} from '@lectern/shared-contracts/domain/readingSession.ts';
import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { color, font, type } from '@lectern/shared-ui/tokens.ts';
import { useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';

/**
 * The time read, written anew each second while the clock runs: into one text, without a render, and in a box of its
 * own, so that nothing else of the page is laid out or painted for it.
 */
export function ElapsedTime({ session }: { session: ActiveSession }) {
  const t = useTranslate();
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = (now: Date) => {
      const place = ref.current;
      if (place === null) return;
      const before = place.textContent.length;
      place.textContent = formatElapsed(elapsedSeconds(session, now));
      const { length } = place.textContent;
      // The box asks its text for nothing, so it is told how wide: as tabular digits are.
      if (length !== before) place.style.inlineSize = `${0.57 * length}em`;
    };
    write(new Date());
    if (session.isPaused) return;
    let last = Date.now();
    const timer = setInterval(() => {
      const now = Date.now();
      // Just awake: the session is about to notice. Until it has, the night is not shown as read.
      if (now - last > awayAfterSeconds * 1_000) return;
      last = now;
      write(new Date(now));
    }, 1_000);
    return () => clearInterval(timer);
  }, [session]);
  return <Time ref={ref} $paused={session.isPaused} role="timer" aria-label={t('Time read')} />;
}

const Time = styled.span<{ $paused: boolean }>`
  display: inline-block;
  block-size: 1.2em;
  contain: strict;
  font: 500 ${type.large} / 1.2 ${font.interface};
  font-variant-numeric: tabular-nums;
  color: ${({ $paused }) => ($paused ? color.textMuted : color.text)};
`;

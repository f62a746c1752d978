import {
  type ActiveSession,
  awayAfterSeconds,
  elapsedSeconds,
  formatElapsed,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, type } from '@lectern/shared-ui/tokens.ts';
import { useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';

/** The time read, updated each second while the clock runs, without a render. */
export function ElapsedTime({ session }: { session: ActiveSession }) {
  const t = useTranslate();
  const label = t('Time read');
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    let last = Date.now();
    const show = (now: number): void => {
      const time = formatElapsed(elapsedSeconds(session, new Date(now)));
      ref.current?.setAttribute('aria-label', `${label} ${time}`);
      if (ref.current !== null) ref.current.textContent = time;
    };
    const tick = (): void => {
      const now = Date.now();
      // After a sleep the session is about to notice it. Until then the night is not shown as read.
      if (now - last > awayAfterSeconds * 1_000) return;
      last = now;
      show(now);
    };
    show(last);
    const timer = session.isPaused ? undefined : setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [session, label]);
  return <Time ref={ref} $paused={session.isPaused} role="timer" />;
}

const Time = styled.span<{ $paused: boolean }>`
  display: block;
  font: 500 ${type.large} / 1.2 ${font.interface};
  font-variant-numeric: tabular-nums;
  color: ${({ $paused }) => ($paused ? color.textMuted : color.text)};
`;

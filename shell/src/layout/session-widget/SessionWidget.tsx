import {
  type ActiveSession,
  type Away,
  awayAfterSeconds,
  elapsedSeconds,
  formatElapsed,
} from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Maximize2, Minus, Pause, Play, Square } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Author, AwayNote, Mark, Panel, Pill, Row, Title, Words } from './sessionWidget.styles.ts';
import { type Floating, useFloating } from './useFloating.ts';

/** Widget of the active reading session, on every screen; it can be dragged and minimized. */
export function SessionWidget() {
  const session = useReadable(useHost().session.active);
  return (
    <>
      <VisuallyHidden role="status">{useSessionStatus(session)}</VisuallyHidden>
      {session === null ? null : <FloatingSession session={session} />}
    </>
  );
}

/** Announces changes of the session to screen readers, but not a session that is already active at load. */
function useSessionStatus(session: ActiveSession | null): string {
  const t = useTranslate();
  const state = session === null ? 'none' : session.isPaused ? 'paused' : 'running';
  const [before, setBefore] = useState(state);
  const [status, setStatus] = useState('');
  if (state !== before) {
    setBefore(state);
    if (state === 'none') setStatus(t('Reading session ended.'));
    else if (state === 'paused') setStatus(t('Reading session paused.'));
    else setStatus(before === 'none' ? t('Reading session started.') : t('Reading session resumed.'));
  }
  return status;
}

function FloatingSession({ session }: { session: ActiveSession }) {
  const t = useTranslate();
  const floating = useFloating();
  const { ref, position, handle } = floating;
  const aside = useReadable(useHost().session.aside);
  // Time away needs an answer of the reader, which the minimized pill has no room for.
  const minimised = floating.minimised && !session.away;
  const Shape = minimised ? Pill : Panel;
  return (
    <Shape
      ref={ref}
      role="group"
      tabIndex={0}
      aria-label={t('Reading session: {{title}}. Move it with the arrow keys.', {
        title: session.book.title,
      })}
      data-aside={aside && !session.away}
      style={{ transform: `translate(${position.x}px, ${position.y}px)` }}
      {...handle}
    >
      {minimised ? (
        <MinimizedSession session={session} floating={floating} />
      ) : (
        <ExpandedSession session={session} floating={floating} />
      )}
    </Shape>
  );
}

/** Time during which the device was asleep, with a button to count it. */
function TimeAway({ away, attempt }: { away: Away; attempt: (action: Promise<void>) => void }) {
  const t = useTranslate();
  const { session, i18n } = useHost();
  const language = useReadable(i18n.language);
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' });
  const [from, to] = [new Date(away.from), new Date(away.to)];
  return (
    <AwayNote role="status">
      <p>
        {t('This device was asleep from {{from}} to {{to}}, so that time is not counted.', {
          from: clock.format(from),
          to: clock.format(to),
        })}
      </p>
      <div>
        <Button size="small" variant="primary" onClick={() => attempt(session.resume())}>
          {t('Read on')}
        </Button>
        <Button size="small" onClick={() => attempt(session.countAway())}>
          {t('I was reading: count it')}
        </Button>
      </div>
    </AwayNote>
  );
}

function MinimizedSession({ session, floating }: { session: ActiveSession; floating: Floating }) {
  const t = useTranslate();
  return (
    <>
      <Mark $paused={session.isPaused} />
      <ElapsedTime session={session} />
      <IconButton
        label={t('Show the session')}
        icon={<Maximize2 size={16} />}
        onClick={() => floating.setMinimised(false)}
      />
    </>
  );
}

function ExpandedSession({ session, floating }: { session: ActiveSession; floating: Floating }) {
  const t = useTranslate();
  const host = useHost();
  const attempt = (action: Promise<void>) => {
    action.catch((error: Error) => host.notify.show({ tone: 'danger', message: error.message }));
  };
  const { title, author, cover_url } = session.book;
  return (
    <>
      <Cover title={title} author={author} src={cover_url ?? undefined} size="thumbnail" decorative />
      <Words>
        <Title>{title}</Title>
        <Author>{author}</Author>
        <Row>
          <ElapsedTime session={session} />
          <span>
            {session.isPaused ? (
              <IconButton
                label={t('Resume')}
                icon={<Play size={18} />}
                onClick={() => attempt(host.session.resume())}
              />
            ) : (
              <IconButton
                label={t('Pause')}
                icon={<Pause size={18} />}
                onClick={() => attempt(host.session.pause())}
              />
            )}
            <IconButton
              label={t('Stop')}
              icon={<Square size={18} />}
              onClick={() => {
                // The focused button is removed with the widget.
                document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
                attempt(host.session.stop());
              }}
            />
            <IconButton
              label={t('Minimize')}
              icon={<Minus size={18} />}
              onClick={() => floating.setMinimised(true)}
            />
          </span>
        </Row>
      </Words>
      {session.away ? <TimeAway away={session.away} attempt={attempt} /> : null}
    </>
  );
}

/** Elapsed reading time, updated each second without rerendering. */
function ElapsedTime({ session }: { session: ActiveSession }) {
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
      // After a sleep, do not show the sleep as reading time until the session has noticed it.
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

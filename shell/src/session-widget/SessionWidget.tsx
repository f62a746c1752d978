import type { ActiveSession, Away } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, layer, radius, shadow, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Maximize2, Minus, Pause, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ElapsedTime } from './ElapsedTime.tsx';
import { type Floating, useFloating } from './useFloating.ts';

const Floats = styled.div`
  position: fixed;
  inset-block-start: 0;
  left: 0;
  z-index: ${layer.widget};
  background: ${color.surfaceRaised};
  color: ${color.text};
  border: 1px solid ${color.line};
  box-shadow: ${shadow.float};
  touch-action: none;
  cursor: grab;
  user-select: none;
  transition: opacity 160ms, visibility 160ms;
  &:active { cursor: grabbing; }
  /* Hidden while a book is read, until the controls are shown or it is focused. */
  &[data-aside='true']:not(:focus-within) { opacity: 0; visibility: hidden; }
  @media (prefers-reduced-motion: reduce) { transition: none; }
`;

const Panel = styled(Floats)`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space(3)};
  align-items: center;
  inline-size: min(19rem, calc(100vw - 24px));
  padding: ${space(3)};
  border-radius: ${radius.sheet};
`;

const Pill = styled(Floats)`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-block-size: ${touchTarget};
  padding-inline: ${space(4)} ${space(1)};
  border-radius: ${radius.round};
`;

const Words = styled.div`
  min-inline-size: 0;
  & > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`;
const Title = styled.p`margin: 0; font: 600 ${type.small} / 1.3 ${font.reading};`;
const Author = styled.p`margin: 0; font-size: ${type.caption}; color: ${color.textMuted};`;
const Row = styled.div`display: flex; align-items: center; justify-content: space-between; gap: ${space(1)};`;
const Mark = styled.span<{ $paused: boolean }>`
  inline-size: 8px;
  block-size: 8px;
  border-radius: 50%;
  background: ${({ $paused }) => ($paused ? color.lineStrong : color.progress)};
`;

const AwayNote = styled.div`
  grid-column: 1 / -1;
  display: grid;
  gap: ${space(2)};
  padding-block-start: ${space(3)};
  border-block-start: 1px solid ${color.line};
  font-size: ${type.small};
  cursor: auto;
  & > p { margin: 0; text-wrap: pretty; }
  & > div { display: flex; flex-wrap: wrap; gap: ${space(2)}; }
`;

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
        <Small session={session} floating={floating} />
      ) : (
        <Large session={session} floating={floating} />
      )}
    </Shape>
  );
}

/** Time during which the device was asleep, with a button to count it. */
function Slept({ away, attempt }: { away: Away; attempt: (action: Promise<void>) => void }) {
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

function Small({ session, floating }: { session: ActiveSession; floating: Floating }) {
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

function Large({ session, floating }: { session: ActiveSession; floating: Floating }) {
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
      {session.away ? <Slept away={session.away} attempt={attempt} /> : null}
    </>
  );
}

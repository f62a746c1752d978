import { type Obstacle, obstacles } from '@lectern/client/api/obstacle.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, duration, layer, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { obstacleText } from './sync-status/obstacle.tsx';
import { type SyncBanner, syncStates, useSyncBanner } from './sync-status/useSyncBanner.ts';

/** Milliseconds for which the text is shown over an open book; then only the icon stays. */
const wordsFor = 6_000;

type Shown = SyncBanner | { kind: 'failed' };

const icons = {
  offline: CloudOff,
  reconnecting: CloudOff,
  syncing: CloudUpload,
  pending: CloudUpload,
  slow: CloudUpload,
  synced: CloudCheck,
  failed: CloudAlert,
} as const;

const failure = text('Some changes could not be saved');

/**
 * Network state and pending changes while a book is open: a pill in the upper corner that moves nothing. Its text
 * hides after a while and is shown again when it is pressed.
 */
export function ReadingState({ obstacle = null }: { obstacle?: Obstacle | null }) {
  const banner = useSyncBanner(obstacle === obstacles.slow);
  const failed = useReadable(useHost().sync.state).failed.length > 0;
  const shown: Shown | null = banner ?? (failed ? { kind: 'failed' } : null);
  return (
    <Place role="status">
      {shown === null ? null : <Slip key={shown.kind} shown={shown} obstacle={obstacle} />}
    </Place>
  );
}

function Slip({ shown, obstacle }: { shown: Shown; obstacle: Obstacle | null }) {
  const t = useTranslate();
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(setOpen, wordsFor, false);
    return () => clearTimeout(timer);
  }, [open]);
  const Icon = icons[shown.kind];
  const words = shown.kind === 'failed' ? failure : syncStates[shown.kind].words;
  const state = t(words, 'count' in shown ? { count: shown.count } : {});
  const reason = obstacle && shown.kind !== 'synced' ? obstacleText(obstacle, t) : null;
  return (
    <Face
      type="button"
      aria-label={reason === null ? state : `${state}. ${reason}`}
      onClick={() => setOpen(!open)}
    >
      <Icon aria-hidden />
      {open ? <span>{reason ?? state}</span> : null}
    </Face>
  );
}

const Place = styled.div`
  position: fixed;
  inset-inline: ${space(1)};
  /* Below the reader's bar, which hides; alone, the icon is in the margin of the page. */
  inset-block-start: calc(3.5rem + env(safe-area-inset-top));
  z-index: ${layer.widget};
  display: flex;
  justify-content: flex-end;
  pointer-events: none;
`;

const Face = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  max-inline-size: 100%;
  min-block-size: 1.75rem;
  padding: ${space(1)} ${space(1.5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  color: ${color.textMuted};
  box-shadow: ${shadow.float};
  font-size: ${type.caption};
  line-height: 1.3;
  pointer-events: auto;
  animation: lectern-fade-in ${duration.normal};
  & > svg { flex: none; inline-size: 1rem; block-size: 1rem; }
  & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  /* A larger target without a larger icon. */
  position: relative;
  &::after { content: ''; position: absolute; inset: -8px; }
  &:focus-visible { border-radius: ${radius.round}; }
`;

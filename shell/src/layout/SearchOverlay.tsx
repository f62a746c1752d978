import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, layer, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { styled } from 'styled-components';
import { CrashBoundary } from '../federation/CrashBoundary.tsx';
import { failureText } from '../federation/failureText.ts';
import { useLazy } from '../federation/useLazy.ts';
import { useShell } from '../host/shell.ts';
import type { PlacedWidget } from '../routes/routeTypes.ts';

const page = { name: text('Search'), area: 'default' } as const;
const noParams = {};

export interface SearchOverlayProps {
  widget: PlacedWidget;
  open: boolean;
  onClose: () => void;
  /** It cannot be shown: take it away, so that the next opening is a new try. */
  onFail: () => void;
}

/** The overlay of the slot 'search', open or ready to be opened. When it cannot be shown, a message says so. */
export function SearchOverlay({ widget, open, onClose, onFail }: SearchOverlayProps) {
  const t = useTranslate();
  const host = useHost();
  const { remotes } = useShell();
  const { remote, expose } = widget;
  const load = useCallback(() => remotes.load(remote, expose), [remotes, remote, expose]);
  const { state, fail } = useLazy(load);
  const slot = useMemo(() => ({ open, close: onClose }), [open, onClose]);

  useEffect(() => {
    if (state.status !== 'failed') return;
    // What only got ready says nothing: nobody has asked for it.
    if (!open) return onFail();
    const { title, message } = failureText(state.failure, page, host.network.get() !== 'offline');
    const words = `${t(title, { page: t(page.name) })} ${t(message)}`;
    host.notify.show({ tone: 'warning', message: words, duration: 7_000 });
    onFail();
  }, [state, open, host, onFail, t]);

  if (state.status === 'loading') return open ? <Waiting onClose={onClose} /> : null;
  if (state.status === 'failed') return null;
  const Overlay = state.component;
  return (
    <CrashBoundary
      onCrash={(cause) => {
        fail({ stage: 'render', code: 'crash', remote, cause });
        remotes.crashed(remote, expose, cause);
      }}
    >
      <Overlay host={host} params={noParams} slot={slot} />
    </CrashBoundary>
  );
}

/** The shape of the overlay, so that the key press is answered at once. */
function Waiting({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onClose]);
  return (
    <Scrim role="status" aria-label={t('Opening search…')}>
      <Sheet>
        <Skeleton shape="title" width="100%" />
        <Skeleton shape="paragraph" lines={3} />
      </Sheet>
    </Scrim>
  );
}

const Scrim = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.overlay};
  background: ${color.scrim};
`;

const Sheet = styled.div`
  display: grid;
  gap: ${space(6)};
  inline-size: min(42rem, calc(100vw - 2rem));
  margin: 12vh auto 0;
  padding: ${space(6)};
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  @media ${media.narrow} { margin-block-start: ${space(4)}; }
`;

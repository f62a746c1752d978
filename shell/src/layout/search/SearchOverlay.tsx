import type { Failure } from '@lectern/client/registry/failure.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, layer, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useMemo } from 'react';
import { styled } from 'styled-components';
import { LoadBoundary } from '../../boundaries/LoadBoundary.tsx';
import { failureText } from '../../remotes/federation/failureText.ts';
import type { PlacedFill } from '../../routes/routeTypes.ts';

const page = { name: text('Search'), area: 'default' } as const;

export interface SearchOverlayProps {
  overlay: PlacedFill;
  open: boolean;
  onClose: () => void;
  /** Called when it cannot be shown: unmount it, so that opening it again retries. */
  onFail: () => void;
}

/** The overlay of the point 'shell/search', open or prefetched. When it cannot be loaded, a message says so. */
export function SearchOverlay({ overlay, open, onClose, onFail }: SearchOverlayProps) {
  const input = useMemo(() => ({ open, close: onClose }), [open, onClose]);
  return (
    <LoadBoundary
      source={overlay}
      input={input}
      loading={() => (open ? <Waiting onClose={onClose} /> : null)}
      failed={({ failure }) => <Failed failure={failure} open={open} onFail={onFail} />}
    />
  );
}

/** Shows a message and renders nothing. */
function Failed({ failure, open, onFail }: { failure: Failure; open: boolean; onFail: () => void }) {
  const t = useTranslate();
  const host = useHost();
  useEffect(() => {
    // A failed prefetch is silent.
    if (open) {
      const { title, message } = failureText(failure, page, host.network.get() !== 'offline');
      const words = `${t(title, { page: t(page.name) })} ${t(message)}`;
      host.notify.show({ tone: 'warning', message: words, duration: 7_000 });
    }
    onFail();
  }, [failure, open, host, onFail, t]);
  return null;
}

/** Skeleton of the overlay, shown at once when it is opened. */
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

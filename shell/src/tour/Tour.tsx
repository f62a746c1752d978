import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { color, layer, radius } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { tourSteps } from './steps.ts';

/** A walk through the house, begun from the user menu. What a step is about is framed behind its words. */
export function Tour({ onEnd }: { onEnd: () => void }) {
  const t = useTranslate();
  const [index, setIndex] = useState(0);
  const step = tourSteps[index] ?? tourSteps[0];
  const last = index === tourSteps.length - 1;
  const place = usePlace(step?.target ?? null);
  if (!step) return null;

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onEnd()}
        size="small"
        title={t(step.title)}
        description={t('{{step}} of {{count}}', { step: index + 1, count: tourSteps.length })}
        closeLabel={t('Leave the tour')}
        footer={
          <>
            <Button disabled={index === 0} onClick={() => setIndex(index - 1)}>
              {t('Previous')}
            </Button>
            <Button variant="primary" onClick={() => (last ? onEnd() : setIndex(index + 1))}>
              {last ? t('Done') : t('Next')}
            </Button>
          </>
        }
      >
        <p>{t(step.text)}</p>
      </Dialog>
      {place ? createPortal(<Ring style={place} aria-hidden="true" />, document.body) : null}
    </>
  );
}

/** Where the element of a step is on screen, and a little more; null when it is not there. */
function usePlace(target: string | null) {
  const [place, setPlace] = useState<{ top: number; left: number; width: number; height: number } | null>(
    null,
  );
  useEffect(() => {
    const measure = () => {
      const element =
        target === 'main'
          ? document.querySelector('main')
          : document.querySelector(`[data-tour="${target}"]`);
      const box = element?.getBoundingClientRect();
      if (!box || box.width === 0) return setPlace(null);
      const [top, left] = [Math.max(4, box.top - 4), Math.max(4, box.left - 4)];
      const width = Math.min(box.right + 4, window.innerWidth - 4) - left;
      const height = Math.min(box.bottom + 4, window.innerHeight - 4) - top;
      setPlace({ top, left, width, height });
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [target]);
  return place;
}

/** Brighter than the scrim it stands on. */
const Ring = styled.div`
  position: fixed;
  z-index: ${layer.overlay};
  border: 3px solid ${color.accent};
  border-radius: ${radius.control};
  box-shadow: 0 0 0 4px ${color.surface};
  pointer-events: none;
`;

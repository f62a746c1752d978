import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { FloatingCard } from '../annotations/FloatingCard.tsx';
import type { NotePreview } from '../engine/renderer.ts';

export interface NoteCardProps {
  note: NotePreview;
  /** Goes to the note. */
  onFollow: () => void;
  onClose: () => void;
}

/** Popup with a footnote. */
export function NoteCard({ note, onFollow, onClose }: NoteCardProps) {
  const t = useTranslate();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const into = container.current;
    if (!into) return;
    const shown = note.show(into);
    return () => {
      shown.then((remove) => remove()).catch(() => {});
    };
  }, [note]);
  return (
    <FloatingCard box={note.box} label={t('Note of the book')} onClose={onClose} takeFocus>
      <Sheet>
        <Scroll>
          <div ref={container} />
        </Scroll>
        <Row>
          <Button size="small" variant="quiet" onClick={onFollow}>
            {t('Go to the note')}
          </Button>
          <IconButton label={t('Close')} icon={<X />} size="small" onClick={onClose} />
        </Row>
      </Sheet>
    </FloatingCard>
  );
}

const Sheet = styled.div`
  display: flex;
  flex-direction: column;
  inline-size: min(26rem, 100vw - 1.25rem);
  @media (max-width: 48em) { inline-size: 100%; }
`;

const Scroll = styled.div`
  max-block-size: min(40dvh, 22rem);
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: ${space(4)} ${space(4)} ${space(2)};
  & > div { position: relative; min-block-size: 1.5rem; }
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: ${space(1)} ${space(2)};
`;

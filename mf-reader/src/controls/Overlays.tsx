import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ConfirmDialog } from '@lectern/shared-ui/ConfirmDialog.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { font, space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { FloatingCard } from '../annotations/FloatingCard.tsx';
import type { NotePreview } from '../engine/renderer.ts';
import { useOpenedBook } from '../view/state/openedBook.ts';
import type { ReaderState } from '../view/state/readerStore.ts';
import { Finished } from './Finished.tsx';
import { PictureView } from './PictureView.tsx';

/** What lies over the page: a footnote, a picture, a link to confirm, “The end”; and the announcements. */
export function Overlays() {
  const { book, renderer, store } = useOpenedBook();
  const { note, picture, link, finished, announcement } = useStore(store);
  const close = (closed: Partial<ReaderState>) => () => {
    store.setState(closed);
    renderer.focus();
  };
  return (
    <>
      {note ? <NoteCard note={note} onClose={close({ note: null })} /> : null}
      {picture ? <PictureView picture={picture} onClose={close({ picture: null })} /> : null}
      <VisuallyHidden role="status" data-announcements>
        {announcement}
      </VisuallyHidden>
      <LinkDialog url={link} onClose={() => store.setState({ link: null })} />
      {finished ? <Finished book={book} onStay={close({ finished: false })} /> : null}
    </>
  );
}

/** Popup with a footnote. */
function NoteCard({ note, onClose }: { note: NotePreview; onClose: () => void }) {
  const t = useTranslate();
  const container = useRef<HTMLDivElement>(null);
  const follow = () => {
    onClose();
    note.follow();
  };
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
          <Button size="small" variant="quiet" onClick={follow}>
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

/** Confirms an external link by its address and opens it in a new tab. */
function LinkDialog({ url, onClose }: { url: string | null; onClose: () => void }) {
  const t = useTranslate();
  return (
    <ConfirmDialog
      open={url !== null}
      onClose={onClose}
      title={t('Open this link?')}
      description={t('This link leaves the book and opens in a new tab.')}
      confirmLabel={t('Open link')}
      cancelLabel={t('Stay here')}
      onConfirm={() => {
        if (url) window.open(url, '_blank', 'noopener,noreferrer');
        onClose();
      }}
    >
      <Address dir="ltr">{url}</Address>
    </ConfirmDialog>
  );
}

const Address = styled.p`
  font-family: ${font.mono};
  font-size: 0.8125rem;
  overflow-wrap: anywhere;
`;

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, layer, radius, type } from '@lectern/shared-ui/tokens.ts';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { dragMimeType } from '../books/dragMimeType.ts';
import { useAddFiles } from './useAddFiles.ts';

/** Files from outside, not a dragged cover, which some browsers report as a file too. */
function carriesFiles({ dataTransfer: { types } }: DragEvent): boolean {
  return types.includes('Files') && !types.includes(dragMimeType);
}

/** Files can be dropped anywhere on the library. */
export function DropToUpload({ children }: { children: ReactNode }) {
  const { navigation, notify } = useHost();
  const t = useTranslate();
  const { add, dropped } = useAddFiles();
  // Entering a child fires leave on its parent, so events are counted.
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const track = (event: DragEvent, step: 1 | -1) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  const drop = async (event: DragEvent) => {
    depth.current = 0;
    setOver(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    const files = await dropped(event.dataTransfer);
    if (files.length === 0) return;
    const { added, refused } = await add(files);
    if (added + refused === 0) return;
    notify.show({
      tone: refused > 0 ? 'warning' : 'info',
      message:
        refused > 0
          ? t('{{count}} files are in formats that Lectern doesn’t read.', { count: refused })
          : t('{{count}} books are on their way to your library.', { count: added }),
      action: { label: t('Show'), onAction: () => navigation.go('/upload') },
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; /upload has a button for everyone
    <div
      onDragEnter={(event) => track(event, 1)}
      onDragLeave={(event) => track(event, -1)}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={(event) => runInBackground(drop(event))}
    >
      {children}
      {over ? <Invitation>{t('Drop to add to your library')}</Invitation> : null}
    </div>
  );
}

const Invitation = styled.p`
  position: fixed;
  inset: 1rem;
  z-index: ${layer.overlay};
  display: grid;
  place-content: center;
  border: 2px dashed ${color.accent};
  border-radius: ${radius.sheet};
  background: color-mix(in srgb, ${color.accentSoft} 88%, transparent);
  font-family: ${font.reading};
  font-size: ${type.title};
  pointer-events: none;
`;

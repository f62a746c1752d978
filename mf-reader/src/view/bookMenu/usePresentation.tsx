import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import type { MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { Presentation } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Fullscreen } from '../../controls/useFullscreen.ts';
import type { Appearance } from '../../engine/appearance.ts';
import type { Renderer } from '../../engine/renderer.ts';

/**
 * Menu item that shows a PDF page by page in full screen; null for other books. Settings of the book are not changed.
 */
export function usePresentation(
  renderer: Renderer,
  appearance: Appearance,
  fullscreen: Fullscreen,
): MenuItem | null {
  const t = useTranslate();
  const [isOn, setOn] = useState(false);
  const isShown = isOn && fullscreen.on;
  useEffect(() => {
    if (!isShown) return;
    const pdf = { ...appearance.pdf, layout: 'single', zoom: 'page-fit' } as const;
    renderer.setAppearance({ ...appearance, pdf });
    return () => renderer.setAppearance(appearance);
  }, [isShown, renderer, appearance]);
  useEffect(() => {
    if (!fullscreen.on) setOn(false);
  }, [fullscreen.on]);
  if (!renderer.documentTools || !fullscreen.possible) return null;
  return {
    id: 'presentation',
    label: t('Presentation'),
    icon: <Presentation />,
    // Keys turn the pages, and the bars hide.
    moveFocus: () => renderer.focus(),
    onSelect: () => {
      setOn(true);
      if (!fullscreen.on) fullscreen.toggle();
    },
  };
}

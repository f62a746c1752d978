import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import type { MenuItem } from '@lectern/shared-ui/Menu.tsx';
import { BookOpenText, FileText } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { AppearanceChoices } from '../../appearance/useAppearance.ts';
import type { NoText } from '../../engine/documentTools.ts';
import type { Renderer } from '../../engine/renderer.ts';

const reasons: Readonly<Record<NoText, string>> = {
  scanned: text('Its pages are pictures without words.'),
  letters: text('Its fonts don’t say which letters they show.'),
  layout: text('Its pages are not running text in one or two columns.'),
};

/** Menu item that switches a PDF between text and printed pages, or says why text is not available. */
export function useReadAsText(
  renderer: Renderer,
  { appearance, setPdf }: AppearanceChoices,
): { item: MenuItem | null; look(): void } {
  const t = useTranslate();
  const [whyNot, setWhyNot] = useState<NoText | null | undefined>(undefined);
  const asText = renderer.documentTools?.asText;
  const look = useCallback(() => {
    if (asText) runInBackground(asText.whyNot().then(setWhyNot));
  }, [asText]);
  if (!asText) return { item: null, look };
  const { view } = appearance.pdf;
  // To the text, for its keys; also, the bars hide.
  const moveFocus = () => renderer.focus();
  const item: MenuItem =
    view === 'text'
      ? {
          id: 'as-printed',
          label: t('Show pages as printed'),
          icon: <FileText />,
          onSelect: () => setPdf({ view: 'pages' }),
          moveFocus,
        }
      : {
          id: 'as-text',
          label: t('Read as text'),
          icon: <BookOpenText />,
          disabled: whyNot !== null,
          ...(whyNot ? { hint: t(reasons[whyNot]) } : {}),
          onSelect: () => setPdf({ view: 'text' }),
          moveFocus,
        };
  return { item, look };
}

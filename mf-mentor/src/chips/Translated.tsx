import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { unmarked } from '../answer/parseAnswer.ts';

/** Characters that the server translates at once. */
const longestText = 2_000;

export const translatable = (text: string): string => unmarked(text).trim().slice(0, longestText);

type State = { text: string; model: string } | { failure: string } | null;

/** A text in the language of the page, by the model. It is not part of the conversation. */
export function Translated({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useTranslate();
  const { api, i18n } = useHost();
  const to = useReadable(i18n.language);
  const [state, setState] = useState<State>(null);
  useEffect(() => {
    let isCurrent = true;
    setState(null);
    const show = (shown: State) => isCurrent && setState(shown);
    const translate = async () => {
      try {
        show(await api.call('POST /mentor/translations', { body: { text, to } }));
      } catch (error) {
        show({ failure: errorMessage(error) });
      }
    };
    runInBackground(translate());
    return () => {
      isCurrent = false;
    };
  }, [api, text, to]);
  return (
    <Frame aria-label={t('Translation')} aria-busy={state === null}>
      <div role="status">
        {state === null ? (
          <small>{t('Translating …')}</small>
        ) : 'failure' in state ? (
          t(state.failure)
        ) : (
          <>
            <p dir="auto" lang={to}>
              {state.text}
            </p>
            <small>{t('Translated by {{model}}', { model: state.model })}</small>
          </>
        )}
      </div>
      <IconButton size="small" icon={<X />} label={t('Close the translation')} onClick={onClose} />
    </Frame>
  );
}

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(3)};
  align-items: start;
  max-inline-size: 38rem;
  margin-block-end: ${space(6)};
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
  & p { font-family: ${font.reading}; font-size: 1.0625rem; line-height: 1.6; white-space: pre-line; }
  & small { color: ${color.textMuted}; font-size: ${type.small}; }
`;

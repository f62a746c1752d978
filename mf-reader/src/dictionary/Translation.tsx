import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';

/** Maximum characters per translation. */
const maxLength = 2_000;

type State =
  | { status: 'waiting' }
  | { status: 'done'; text: string; model: string }
  | { status: 'failed'; why: string };

/**
 * A translation into the user's language by the operator's language model, labeled as such. Renders nothing without a
 * model or a network.
 */
export function Translation({ passage }: { passage: string }) {
  const t = useTranslate();
  const { api, i18n, network } = useHost();
  const language = useReadable(i18n.language);
  const isOnline = useReadable(network) === 'online';
  const mentor = useData('GET /mentor/status', {});
  const [state, setState] = useState<State | null>(null);
  if (state === null && (!isOnline || mentor.status !== 'ready' || mentor.value.mode !== 'model'))
    return null;
  const isCut = passage.length > maxLength;
  const host = mentor.status === 'ready' ? (mentor.value.place ?? '') : '';
  const ask = async () => {
    setState({ status: 'waiting' });
    try {
      const body = { text: passage.slice(0, maxLength).toWellFormed(), to: language };
      setState({ status: 'done', ...(await api.call('POST /mentor/translations', { body })) });
    } catch (error) {
      setState({ status: 'failed', why: t(errorMessage(error)) });
    }
  };
  if (state?.status === 'done')
    return (
      <Status>
        <p lang={language} dir="auto">
          {state.text}
        </p>
        {isCut ? (
          <small>
            {t('Only the first {{characters}} characters are translated.', {
              characters: new Intl.NumberFormat(language).format(maxLength),
            })}
          </small>
        ) : null}
        <small>{t('Translated by {{model}}, an AI model. It can be wrong.', { model: state.model })}</small>
      </Status>
    );
  return (
    <Status role={state?.status === 'failed' ? 'alert' : undefined}>
      {state?.status === 'failed' ? <p>{state.why}</p> : null}
      <Button
        size="small"
        icon={<Languages />}
        busy={state?.status === 'waiting'}
        title={t('The words you selected are sent to {{place}}.', { place: host })}
        onClick={() => runInBackground(ask())}
      >
        {t('Translate')}
      </Button>
    </Status>
  );
}

const Status = styled.div`
  padding-block-start: ${space(3)};
  border-block-start: 1px solid ${color.line};
  & p { font-family: ${font.reading}; white-space: pre-line; margin-block-end: ${space(1)}; }
  & small { display: block; color: ${color.textMuted}; font-size: ${type.small}; }
`;

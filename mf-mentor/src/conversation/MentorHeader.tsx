import { useData, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { SquarePen } from 'lucide-react';
import type { ReactNode } from 'react';

export interface MentorHeaderProps {
  onBegin: () => void;
  canBegin: boolean;
  /** A button that opens the history, on narrow screens. */
  history: ReactNode;
}

/** The title, and how answers are made. */
export function MentorHeader({ onBegin, canBegin, history }: MentorHeaderProps) {
  const t = useTranslate();
  const status = useData('GET /mentor/status', {});
  const mode = status.status === 'ready' ? status.value : null;
  const lead =
    mode === null
      ? ' '
      : mode.mode === 'model'
        ? t(
            '{{model}} answers, from passages of your own books that are sent to {{place}}. It can be wrong: open the sources.',
            { model: mode.model ?? '', place: mode.place ?? '' },
          )
        : t(
            'What you type is searched for in your own books, notes and highlights; the buttons do the rest. Nothing leaves this server.',
          );
  return (
    <PageHeader
      title={t('Your mentor')}
      lead={lead}
      actions={
        <>
          {history}
          {canBegin ? (
            <Button icon={<SquarePen />} onClick={onBegin}>
              {t('New conversation')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { styled } from 'styled-components';
import type { ReaderErrorCode } from '../../engine/readerError.ts';

export interface ReaderErrorProps {
  /** Error message. */
  message: string;
  onRetry: () => void;
}

/** Shown when the book cannot be rendered. */
export function ReaderErrorScreen({ message, onRetry }: ReaderErrorProps) {
  const t = useTranslate();
  const { navigation, network } = useHost();
  const offline = useReadable(network) === 'offline';
  return (
    <FullPage>
      <ErrorState
        headingLevel={1}
        title={t('There was an issue loading the book reader.')}
        message={
          <>
            {offline ? <strong>{t('This book isn’t on this device.')} </strong> : null}
            {message}
          </>
        }
        actions={
          <>
            <Button variant="primary" onClick={onRetry}>
              {t('Try Again')}
            </Button>
            <Button as={navigation.Link} to="/library">
              {t('Back to the library')}
            </Button>
          </>
        }
      />
    </FullPage>
  );
}

const FullPage = styled.div`
  display: grid;
  place-items: center;
  min-block-size: 100dvh;
`;

/** Texts of reader errors, as text keys. */
export const readerErrorText: Readonly<Record<ReaderErrorCode, string>> = {
  not_found: text('Part of the book is missing. Your place, highlights and notes are safe.'),
  network: text('Check your internet connection and try again.'),
  corrupt: text('The file seems to be damaged. Your place, highlights and notes are safe.'),
  locked: text('The file is locked with a password.'),
  expired: text('This page has been open too long. Reload the book to continue.'),
  unsupported: text('This book has no file that can be read here.'),
};

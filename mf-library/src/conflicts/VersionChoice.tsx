import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useId } from 'react';
import { styled } from 'styled-components';
import { useOtherVersion } from './useOtherVersion.ts';

interface VersionChoiceProps {
  /** The note that holds the other version. */
  other: Note;
}

/** A conflict between two devices: both versions side by side, to choose from. */
export function VersionChoice({ other }: VersionChoiceProps) {
  const t = useTranslate();
  const heading = useId();
  const { field, current, keepThis, keepOther, keepBoth } = useOtherVersion(other);
  return (
    <Box role="group" aria-labelledby={heading}>
      <p id={heading}>
        {field ? <b>{t(field)}: </b> : null}
        {t('You changed this on two devices. Choose which version to keep.')}
      </p>
      {current === null ? null : (
        <Versions>
          <div>
            <small>{t('On the server now, the change that came last')}</small>
            <blockquote dir="auto">{current || '–'}</blockquote>
            <Button size="small" onClick={() => runInBackground(keepThis())}>
              {t('Keep the server’s version')}
            </Button>
          </div>
          <div>
            <small>{t('Your other version, kept from the change before')}</small>
            <blockquote dir="auto">{other.content}</blockquote>
            <Button size="small" onClick={() => runInBackground(keepOther())}>
              {t('Use your other version')}
            </Button>
          </div>
        </Versions>
      )}
      <Button size="small" variant="quiet" onClick={() => runInBackground(keepBoth())}>
        {current === null ? t('Keep it as a note') : t('Keep both, the other one as a note')}
      </Button>
    </Box>
  );
}

const Box = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${color.line};
  border-inline-start: 4px solid ${color.warning};
  border-radius: 8px;
  background: ${color.surfaceRaised};
  font-size: ${type.small};
`;

const Versions = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(5)};
  inline-size: 100%;
  & > div { display: flex; flex-direction: column; align-items: start; gap: ${space(2)}; }
  & small { color: ${color.textMuted}; font-size: ${type.caption}; }
  & blockquote {
    flex: 1;
    inline-size: 100%;
    max-block-size: 12rem;
    margin: 0;
    overflow: auto;
    font-family: ${font.reading};
    font-size: ${type.body};
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  @media ${media.narrow} { grid-template-columns: minmax(0, 1fr); }
`;

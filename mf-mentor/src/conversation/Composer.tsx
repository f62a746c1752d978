import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { type HostError, useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { Square, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { styled } from 'styled-components';

export interface ComposerProps {
  value: string;
  onChange: (value: string) => void;
  onAsk: () => void;
  busy: boolean;
  failure: HostError | null;
  /** Words the question is about. */
  quote: string | undefined;
  /** The only book that is looked into. */
  book: Book | undefined;
  onDropBook: () => void;
  onDropQuote: () => void;
  onStop: () => void;
  /** Above the line: what can be asked for in a word. */
  favours: ReactNode;
}

const longestQuestion = 2_000;

/** Where questions are written; it stays at the foot of the page. */
export function Composer({
  value,
  onChange,
  onAsk,
  busy,
  failure,
  quote,
  book,
  onDropBook,
  onDropQuote,
  onStop,
  favours,
}: ComposerProps) {
  const t = useTranslate();
  const { network } = useHost();
  const offline = useReadable(network) === 'offline';
  const narrow = useMediaQuery(media.narrow);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onAsk();
  };
  return (
    <Foot
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      {quote ? (
        <About>
          <blockquote>{quote}</blockquote>
          <IconButton size="small" icon={<X />} label={t('Without these words')} onClick={onDropQuote} />
        </About>
      ) : null}
      {book ? (
        <About>
          <span>{t('Only in {{title}}', { title: book.title })}</span>
          <IconButton size="small" icon={<X />} label={t('In all books')} onClick={onDropBook} />
        </About>
      ) : null}
      {favours}
      <Line>
        <TextField
          label={t('Ask about your books')}
          hideLabel
          multiline
          rows={1}
          maxLength={longestQuestion}
          placeholder={
            quote
              ? t('What would you like to know about these words?')
              : narrow
                ? t('Ask about your books…')
                : t('Ask about a person, a place, a thought in your books…')
          }
          value={value}
          onChange={onChange}
          onKeyDown={onKeyDown}
          error={
            failure
              ? t(failure.message)
              : offline
                ? t('You are offline. The mentor answers when Lectern can be reached again.')
                : undefined
          }
        />
        {busy ? (
          <Button icon={<Square />} onClick={onStop}>
            {t('Stop')}
          </Button>
        ) : (
          <Button variant="primary" type="submit" disabled={offline || value.trim() === ''}>
            {t('Ask')}
          </Button>
        )}
      </Line>
    </Foot>
  );
}

const Foot = styled.form`
  position: sticky;
  inset-block-end: 0;
  margin-block-start: auto;
  padding-block: ${space(3)} ${space(4)};
  background: linear-gradient(to bottom, transparent, ${color.surface} 0.75rem);
  /* The shell's own buttons float there. */
  @media ${media.narrow} { position: static; }
  & > * { max-inline-size: 38rem; }
`;

const Line = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(3)};
  & > :first-child { flex: 1; min-inline-size: 0; }
`;

const About = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  margin-block-end: ${space(2)};
  padding-inline-start: ${space(3)};
  border-inline-start: 2px solid ${color.accent};
  font-size: ${type.small};
  & > blockquote {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
    font-family: ${font.reading};
  }
`;

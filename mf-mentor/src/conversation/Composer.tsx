import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { clamp } from '@lectern/shared-ui/clamp.styles.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, layer, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { Square, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { shortTitle } from '../books.ts';
import { longestQuestion } from './mentorNavigation.ts';
import type { Mentor } from './useMentor.ts';

export interface ComposerProps {
  mentor: Pick<Mentor, 'pending' | 'failure' | 'stop'>;
  value: string;
  onChange: (value: string) => void;
  onAsk: () => void;
  /** Quotation that the question is about. */
  quote: string | undefined;
  /** The only books that are searched. */
  books: readonly Book[];
  onDropBook: (id: string) => void;
  onDropQuote: () => void;
  /** Below the field. */
  children: ReactNode;
}

/** The text field for questions, sticky at the bottom of the page. */
export function Composer(props: ComposerProps) {
  const { mentor, value, onChange, onAsk, quote, books } = props;
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
      data-page-foot
      data-bar
      onSubmit={(event) => {
        event.preventDefault();
        onAsk();
      }}
    >
      {quote ? (
        <About>
          <blockquote>{quote}</blockquote>
          <IconButton
            size="small"
            icon={<X />}
            label={t('Without these words')}
            onClick={props.onDropQuote}
          />
        </About>
      ) : null}
      {books.length > 0 ? (
        <Scope aria-label={t('Books that are searched')}>
          {books.map((book) => (
            <li key={book.id}>
              <span dir="auto">{t('Only in {{title}}', { title: shortTitle(book.title) })}</span>
              <IconButton
                size="small"
                icon={<X />}
                label={t('Without {{title}}', { title: book.title })}
                onClick={() => props.onDropBook(book.id)}
              />
            </li>
          ))}
        </Scope>
      ) : null}
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
          hint={offline ? t('You are offline: the text of your downloaded books is searched.') : undefined}
          error={mentor.failure ? t(mentor.failure) : undefined}
        />
        {mentor.pending ? (
          <Button icon={<Square />} onClick={mentor.stop}>
            {t('Stop')}
          </Button>
        ) : (
          <Button variant="primary" type="submit" disabled={value.trim() === ''}>
            {t('Ask')}
          </Button>
        )}
      </Line>
      {props.children}
    </Foot>
  );
}

const Foot = styled.form`
  position: sticky;
  inset-block-end: 0;
  z-index: ${layer.sticky};
  padding-block: ${space(3)} ${space(4)};
  background: linear-gradient(to bottom, transparent, ${color.surface} 0.75rem);
  & > * { max-inline-size: 38rem; }
  /* It grows with its content. */
  & textarea { max-block-size: 30dvh; resize: none; }
  @media ${media.narrow} {
    /* Above the shell's bottom bar and floating buttons. */
    inset-block-end: calc(4rem + env(safe-area-inset-bottom));
    z-index: ${layer.bar + 1};
    margin-inline: -${space(4)};
    padding: ${space(2)} ${space(4)};
    border-block-start: 1px solid ${color.line};
    background: ${color.surface};
  }
  /* On low screens the height is left to the text. */
  @media (max-height: 30em) { position: relative; inset-block-end: auto; }
`;

const Line = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(3)};
  & > :first-child { flex: 1; min-inline-size: 0; }
`;

const Scope = styled.ul.attrs({ role: 'list' })`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-block-end: ${space(2)};
  & > li {
    display: inline-flex;
    align-items: center;
    gap: ${space(1)};
    min-inline-size: 0;
    padding-inline-start: ${space(3)};
    border-radius: ${radius.round};
    background: ${color.accentSoft};
    font-size: ${type.small};
    overflow-wrap: anywhere;
  }
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
  & > blockquote { ${clamp(3)} font-family: ${font.reading}; }
`;

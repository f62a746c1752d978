import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { OpenBook } from '@lectern/shared-ui/illustrations/OpenBook.tsx';
import { color, duration, easing, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useRef } from 'react';
import { keyframes, styled } from 'styled-components';
import { AfterTheEnd } from './AfterTheEnd.tsx';

export interface FinishedProps {
  /** Null while loading. */
  book: Book | null;
  onStay: () => void;
}

/** A page after the last one: what to do with a book that was read to the end, and a way out. */
export function Finished({ book, onStay }: FinishedProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  const page = useRef<HTMLElement>(null);
  useEffect(() => page.current?.focus(), []);
  return (
    <LastPage>
      <Words ref={page} tabIndex={-1} aria-label={t('The end')}>
        <OpenBook />
        <p>{t('The end')}</p>
        <h2 dir="auto">{book?.title}</h2>
        {book?.author ? <p dir="auto">{book.author}</p> : null}
        {book?.completed ? (
          <>
            <p>{t('You have finished this book. It is on your shelf of completed books.')}</p>
            <AfterTheEnd book={book} />
          </>
        ) : null}
        <Row>
          <Button as={navigation.Link} to="/library">
            {t('Back to the library')}
          </Button>
          <Button onClick={onStay}>{t('Stay here')}</Button>
        </Row>
      </Words>
    </LastPage>
  );
}

/** The cover with its animation. */
const drawn = keyframes`from { opacity: 0; transform: translateY(8px) rotate(-2deg); }`;

const Words = styled.section`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  inline-size: min(26rem, calc(100vw - 2rem));
  margin-inline: auto;
  padding: ${space(6)};
  color: ${color.text};
  text-align: center;
  &:focus-visible { outline: none; }
  animation: lectern-rise ${duration.slow} ${easing};
  & > svg { color: ${color.accent}; animation: ${drawn} 700ms ${easing} backwards; }
  & > h2 { font-family: ${font.reading}; font-size: ${type.large}; }
  & > p { color: ${color.textMuted}; font-size: ${type.small}; }
`;

const LastPage = styled.div`
  position: absolute;
  inset: 0;
  inset-inline-end: var(--panel, 0px);
  display: grid;
  place-items: safe center;
  overflow-y: auto;
  background: ${color.surface};
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space(3)};
  margin-block-start: ${space(2)};
`;

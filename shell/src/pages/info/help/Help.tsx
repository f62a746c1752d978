import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Kbd } from '@lectern/shared-ui/Kbd.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { color, font, space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Prose } from '../../../services/theme/prose.ts';

/** Frequently asked questions with short answers. */
export function Help() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const [wanted, setWanted] = useState('');
  const shown = matching(
    questions.map(({ question, answer }) => ({ question: t(question), answer: t(answer) })),
    wanted,
  );
  return (
    <>
      <PageHeader
        title={t('Help')}
        lead={t('Quick answers. Can’t find yours? Ask us.')}
        actions={
          <>
            <Button as={Link} to="/onboarding">
              {t('Guide')}
            </Button>
            <Button as={Link} to="/contact">
              {t('Contact Us')}
            </Button>
          </>
        }
      />
      <Prose as="div">
        <TextField
          label={t('Search help')}
          type="search"
          value={wanted}
          onChange={setWanted}
          icon={<Search />}
        />
        <VisuallyHidden role="status">
          {wanted.trim() === '' ? '' : t('{{count}} answers found', { count: shown.length })}
        </VisuallyHidden>
        {shown.length === 0 ? (
          <p>{t('No matches. Contact us: your message goes to the person who runs this library.')}</p>
        ) : null}
        <Answers>
          {shown.map(({ question, answer }) => (
            <details key={question} open={wanted.trim().length > 1 || undefined}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </Answers>
        <h2>{t('Keys')}</h2>
        <p>
          <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> {t('or')} <Kbd>/</Kbd> {t('opens the search;')} <Kbd>Esc</Kbd>{' '}
          {t('closes what is open.')}
        </p>
        <p>
          {t('In a book:')} <Kbd>←</Kbd> <Kbd>→</Kbd> {t('turn the page.')} <Kbd>Esc</Kbd>{' '}
          {t('leads from the page to its controls, and back.')}
        </p>
      </Prose>
    </>
  );
}

const Answers = styled.div`
  border-block-end: 1px solid ${color.line};
  & > details { border-block-start: 1px solid ${color.line}; }
  & > details > summary {
    padding-block: ${space(4)};
    font-weight: 550;
    cursor: pointer;
    list-style-position: outside;
    margin-inline-start: ${space(5)};
  }
  & > details > summary::marker { color: ${color.accent}; }
  & > details > p { padding-block: 0 ${space(5)}; padding-inline: ${space(5)} 0; color: ${color.textMuted}; font-family: ${font.reading}; }
`;

interface Answer {
  question: string;
  answer: string;
}

/** The answers that contain all words of the search; matches in the question come first. */
export function matching(answers: readonly Answer[], search: string): readonly Answer[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => foldText(text).includes(word));
  const inQuestion = answers.filter(({ question }) => has(question));
  const elsewhere = answers.filter(
    (entry) => !inQuestion.includes(entry) && has(`${entry.question} ${entry.answer}`),
  );
  return words.length === 0 ? answers : [...inQuestion, ...elsewhere];
}

/** Frequently asked questions; both fields are translation keys. */
const questions: readonly { question: string; answer: string }[] = [
  {
    question: text('Which files can I add?'),
    answer: text(
      'EPUB and PDF, Kindle books (MOBI, AZW3), FB2, comics (CBZ, CBR, CB7), Word documents, web pages, Markdown and plain text. Copy-protected files can’t be opened. A PDF with a password asks for it when you open it.',
    ),
  },
  {
    question: text('How do I read offline?'),
    answer: text(
      'Choose Download in a book’s menu. It then opens without a network for thirty days; after that you can download it again. The rest of Lectern works offline too, with everything you’ve seen before.',
    ),
  },
  {
    question: text('What happens to notes I write offline?'),
    answer: text(
      'They’re saved in this browser right away and sent when the server can be reached. A line at the top of the page shows how many are waiting. If one can’t be sent, it stays under Notifications until you try again or discard it.',
    ),
  },
  {
    question: text('Why did my book open in the wrong place?'),
    answer: text(
      'A book opens where you read last, on any device. Your place is sent with each page you turn, or as soon as you’re back online.',
    ),
  },
  {
    question: text('Can I highlight a sentence without a mouse?'),
    answer: text(
      'Yes. In an open book the key M selects the first sentence on the page, and each further M the next one. Shift and the arrow keys make it longer or shorter. Enter leads to the colors, the note and the rest.',
    ),
  },
  {
    question: text('What counts as reading time?'),
    answer: text(
      'The time between starting and stopping a reading session, without pauses. The timer stays visible on every page.',
    ),
  },
  {
    question: text('How are points earned?'),
    answer: text(
      'By reading, highlighting and finishing books. The Rewards page lists what everything is worth.',
    ),
  },
  {
    question: text('How do I export my data?'),
    answer: text(
      'In Settings, choose Export My Data. You get one file with your books’ details, notes, highlights, collections and sessions.',
    ),
  },
];

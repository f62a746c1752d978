import type { BookAccessibility as Said } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import {
  accessibilityFilters,
  accessibilityOf,
  fileNoteTexts,
  meetsAccessibility,
  unreadPagesText,
  unshownPartsText,
} from '../accessibility.ts';

/** Accessibility metadata of an EPUB, and notes on content that cannot be shown or found. */
export function BookAccessibility({ book }: { book: Book }) {
  const t = useTranslate();
  const { accessibility, file_notes: notes = [], unread_pages: unread, unshown_parts: unshown } = book;
  const isSilent = notes.length === 0 && unread === undefined && unshown === undefined;
  return (
    <>
      {book.format === 'epub' ? <Statements book={book} accessibility={accessibility} /> : null}
      {isSilent ? null : (
        <Section aria-labelledby="book-file">
          <h2 id="book-file">{t('About the file')}</h2>
          <ul>
            {notes.map(({ kind, count }) => (
              <li key={kind}>{t(fileNoteTexts[kind], { number: count })}</li>
            ))}
            {unshown === undefined ? null : <li>{t(unshownPartsText, { number: unshown })}</li>}
            {unread === undefined ? null : <li>{t(unreadPagesText, { number: unread })}</li>}
          </ul>
        </Section>
      )}
    </>
  );
}

/** What matters to most in one line, which opens all of it. */
function Statements({ book, accessibility }: { book: Book; accessibility: Said | undefined }) {
  const t = useTranslate();
  const met = (['readable', 'conforming'] as const).filter((filter) => meetsAccessibility(book, filter));
  const inShort = met.length > 0 ? met.map((filter) => t(accessibilityFilters[filter])) : [t('Details')];
  return (
    <Section aria-labelledby="book-accessibility">
      <h2 id="book-accessibility">{t('Accessibility')}</h2>
      <details>
        <summary>{inShort.join(' · ')}</summary>
        {accessibilityOf(book).map(({ title, statements }) => (
          <div key={title}>
            <h3>{t(title)}</h3>
            <ul>
              {statements.map((statement) => (
                <li key={statement}>{t(statement)}</li>
              ))}
              {title === 'Conformance' && accessibility ? (
                <Certificate accessibility={accessibility} />
              ) : null}
            </ul>
          </div>
        ))}
        {accessibility?.summary ? (
          <div>
            <h3>{t('Accessibility summary')}</h3>
            <p dir="auto">{accessibility.summary}</p>
          </div>
        ) : null}
      </details>
    </Section>
  );
}

function Certificate({ accessibility }: { accessibility: Said }) {
  const t = useTranslate();
  const { certified_by: name, certifier_credential: credential, certifier_report: report } = accessibility;
  return (
    <>
      {name ? <li>{t('The publication was certified by {{name}}', { name })}</li> : null}
      {credential ? (
        <li>
          {/^https?:/i.test(credential) ? (
            <a href={credential} target="_blank" rel="noopener noreferrer">
              {t('The certifier’s credential')}
            </a>
          ) : (
            t('The certifier’s credential is {{credential}}', { credential })
          )}
        </li>
      ) : null}
      {report ? (
        <li>
          <a href={report} target="_blank" rel="noopener noreferrer">
            {t('The certifier’s report')}
          </a>
        </li>
      ) : null}
    </>
  );
}

const Section = styled.section`
  margin-block-start: ${space(8)};
  font-size: ${type.small};
  & summary { min-block-size: 1.5rem; color: ${color.textMuted}; cursor: pointer; }
  & summary:hover { color: ${color.text}; }
  & h3 { margin-block: ${space(4)} ${space(1)}; color: ${color.textMuted}; font-size: ${type.small}; font-weight: 600; }
  & ul { display: grid; gap: ${space(1)}; margin: 0; padding: 0; list-style: none; }
  & li, & p { overflow-wrap: anywhere; white-space: pre-line; }
`;

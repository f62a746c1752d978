import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { OnlineAnswer, OnlineBook, OnlineSource } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { languageName } from '@lectern/shared-contracts/domain/books/bookLabels.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { clamp } from '@lectern/shared-ui/clamp.styles.ts';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useId, useState } from 'react';
import { styled } from 'styled-components';
import { BookCover } from '../BookCover.tsx';
import type { BookDetails } from '../bookDetails.ts';
import { formatPublished } from '../formats.ts';
import { answerLabel, fieldChoices, namesOf, sourceNames } from './onlineChoices.ts';
import { useOnlineAnswers, useOnlineCover } from './useOnlineAnswers.ts';

interface LookUpDialogProps {
  book: Book;
  /** The fields as they are in the form. */
  details: BookDetails;
  /** @param cover WebP in base64; null to keep the cover */
  onUse: (chosen: Partial<BookDetails>, cover: string | null) => void;
  onBack: () => void;
  onClose: () => void;
}

/** What online services say about a book, beside what is there. The reader chooses field by field. */
export function LookUpDialog({ book, details, onUse, onBack, onClose }: LookUpDialogProps) {
  const t = useTranslate();
  const loaded = useOnlineAnswers(details);
  const [chosen, setChosen] = useState<Partial<BookDetails>>({});
  const [cover, setCover] = useState<ChosenCover | null>(null);
  const isNothingChosen = Object.keys(chosen).length === 0 && cover === null;
  const choose = (field: keyof BookDetails, value: string | null) =>
    setChosen(({ [field]: _, ...others }) => (value === null ? others : { ...others, [field]: value }));
  return (
    <Dialog
      onClose={onClose}
      title={t('Look Up Online')}
      description={details.title}
      closeLabel={t('Close')}
      footer={
        <>
          <Button onClick={onBack}>{t('Back')}</Button>
          <Button
            variant="primary"
            disabled={isNothingChosen}
            onClick={() => onUse(chosen, cover?.image ?? null)}
          >
            {t('Use Selected')}
          </Button>
        </>
      }
    >
      {loaded.status === 'loading' ? (
        <div role="status" aria-busy="true" aria-label={t('Loading…')}>
          <Skeleton shape="block" height="176px" />
        </div>
      ) : loaded.status === 'error' ? (
        <p role="alert">{t(loaded.error)}</p>
      ) : (
        <Answers {...{ book, details, chosen, choose, cover, setCover }} answers={loaded.answers} />
      )}
    </Dialog>
  );
}

interface ChosenCover {
  source: OnlineSource;
  /** WebP in base64. */
  image: string;
}

interface AnswersProps {
  book: Book;
  details: BookDetails;
  answers: readonly OnlineAnswer[];
  chosen: Partial<BookDetails>;
  choose: (field: keyof BookDetails, value: string | null) => void;
  cover: ChosenCover | null;
  setCover: (cover: ChosenCover | null) => void;
}

function Answers({ book, details, answers, chosen, choose, cover, setCover }: AnswersProps) {
  const t = useTranslate();
  const [picked, setPicked] = useState<Partial<Record<OnlineSource, number>>>({});
  const found = answers.flatMap(({ source, books }) => {
    const one = books[picked[source] ?? 0];
    return one ? [{ source, book: one }] : [];
  });
  const fields = fieldChoices(details, found);
  const language = useReadable(useHost().i18n.language);
  const shown = (field: keyof BookDetails, value: string): string => {
    if (field === 'language') return languageName(value, language);
    return field === 'published' ? (formatPublished(value, language) ?? value) : value;
  };
  return (
    <Stack gap={5}>
      {answers.map((answer) => (
        <Source
          key={answer.source}
          answer={answer}
          picked={picked[answer.source] ?? 0}
          onPick={(index) => setPicked((before) => ({ ...before, [answer.source]: index }))}
        />
      ))}
      {found.some(({ book: { cover: address } }) => address !== null) ? (
        <Group label={t('Cover')}>
          {(name) => (
            <Covers>
              <Option
                name={name}
                checked={cover === null}
                onChoose={() => setCover(null)}
                by={t('Keep as is')}
              >
                <BookCover book={book} size="small" />
              </Option>
              {found.map(({ source, book: { cover: address } }) => (
                <CoverOption
                  key={source}
                  {...{ name, source, address }}
                  isChosen={source === cover?.source}
                  onChoose={(image) => setCover({ source, image })}
                />
              ))}
            </Covers>
          )}
        </Group>
      ) : null}
      {fields.map(({ field, label, choices }) => (
        <Group key={field} label={t(label)}>
          {(name) => (
            <>
              <Option
                name={name}
                checked={chosen[field] === undefined}
                onChoose={() => choose(field, null)}
                by={t('Keep as is')}
              >
                {shown(field, details[field]) || '–'}
              </Option>
              {choices.map(({ value, sources }) => (
                <Option
                  key={value}
                  name={name}
                  checked={chosen[field] === value}
                  onChoose={() => choose(field, value)}
                  by={namesOf(sources)}
                >
                  {shown(field, value)}
                </Option>
              ))}
            </>
          )}
        </Group>
      ))}
      {found.length > 0 && fields.length === 0 ? <p>{t('Nothing differs from your details.')}</p> : null}
    </Stack>
  );
}

/** A service: which of its answers is meant, or why there is none. */
function Source({
  answer: { source, books, problem },
  picked,
  onPick,
}: {
  answer: OnlineAnswer;
  picked: number;
  onPick: (index: number) => void;
}) {
  const t = useTranslate();
  if (books.length > 1)
    return (
      <Select
        label={sourceNames[source]}
        value={String(picked)}
        options={books.map((book: OnlineBook, index) => ({ value: String(index), label: answerLabel(book) }))}
        onChange={(value) => onPick(Number(value))}
      />
    );
  const [only] = books;
  return (
    <p>
      <strong>{sourceNames[source]}</strong>{' '}
      {problem !== null ? t(problem) : only ? answerLabel(only) : t('No match found.')}
    </p>
  );
}

interface CoverOptionProps {
  name: string;
  source: OnlineSource;
  address: string | null;
  isChosen: boolean;
  onChoose: (image: string) => void;
}

function CoverOption({ name, source, address, isChosen, onChoose }: CoverOptionProps) {
  const image = useOnlineCover(source, address);
  if (image === null) return null;
  return (
    <Option
      name={name}
      checked={isChosen}
      disabled={image === undefined}
      onChoose={() => image !== undefined && onChoose(image)}
      by={sourceNames[source]}
    >
      {image === undefined ? (
        <Skeleton shape="cover" width="96px" />
      ) : (
        <img src={`data:image/webp;base64,${image}`} alt="" />
      )}
    </Option>
  );
}

function Group({ label, children }: { label: string; children: (name: string) => ReactNode }) {
  return (
    <Fields>
      <legend>{label}</legend>
      {children(useId())}
    </Fields>
  );
}

interface OptionProps {
  name: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  /** Who says so. */
  by: string;
  children: ReactNode;
}

function Option({ name, checked, disabled, onChoose, by, children }: OptionProps) {
  return (
    <Row>
      <input type="radio" name={name} checked={checked} disabled={disabled} onChange={onChoose} />
      <span dir="auto">{children}</span>
      <small>{by}</small>
    </Row>
  );
}

const Fields = styled.fieldset`
  min-inline-size: 0;
  padding: 0;
  border: 0;
  & > legend { padding: 0; margin-block-end: ${space(1.5)}; font-size: ${type.small}; font-weight: 550; }
`;

const Row = styled.label`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(3)};
  min-block-size: ${touchTarget};
  padding: ${space(2)};
  border-radius: ${radius.control};
  cursor: pointer;
  &:hover { background: ${color.surfaceHover}; }
  &:has(:checked) { background: ${color.accentSoft}; }
  & > span { ${clamp(6)} }
  & > small { max-inline-size: 9rem; color: ${color.textMuted}; font-size: ${type.small}; text-align: end; }
`;

/** Side by side, each above its button and the name of its source. */
const Covers = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${space(2)};
  & > ${Row} {
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space(2)};
    inline-size: 8rem;
    & > span { grid-area: 1 / 1 / 2 / -1; display: block; justify-self: center; }
    & > small { text-align: start; }
  }
  & img { display: block; inline-size: 96px; block-size: 144px; object-fit: cover; border-radius: ${radius.cover}; }
`;

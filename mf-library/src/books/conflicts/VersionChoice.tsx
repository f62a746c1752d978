import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useId, useMemo } from 'react';
import { styled } from 'styled-components';
import { itemsOf } from '../../data/itemsOf.ts';
import { useOtherVersion } from './useOtherVersion.ts';

interface VersionChoiceProps {
  /** The note that holds the other version. */
  other: Note;
}

/** A conflict between two devices: both versions side by side, to choose from. */
export function VersionChoice({ other: note }: VersionChoiceProps) {
  const t = useTranslate();
  const { notify } = useHost();
  const heading = useId();
  const { field, loading, current, other, keepThis, keepOther, keepBoth } = useOtherVersion(note);

  // Memoized, because notes may be long.
  const titles = useMemo(
    () => changedParts(current?.title ?? '', other.title),
    [current?.title, other.title],
  );
  const texts = useMemo(() => changedParts(current?.text ?? '', other.text), [current?.text, other.text]);

  const choose = async (decide: () => Promise<boolean>, done: string) => {
    if (!(await decide())) return;
    notify.show({ tone: 'success', message: done });
    // Keeps the focus when the buttons disappear.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
  const choices = {
    current: () => runInBackground(choose(keepThis, t('The current version is kept.'))),
    other: () => runInBackground(choose(keepOther, t('The other version is the current one now.'))),
    both: () => runInBackground(choose(keepBoth, t('The other version is a note of its own now.'))),
  };

  if (current === null && loading) return null;
  if (current === null)
    return (
      <Box role="group" aria-labelledby={heading}>
        <p id={heading}>{t('You changed this on two devices, and this version was replaced.')}</p>
        <VersionText title={other.title} part={{ before: other.text, changed: '', after: '' }} />
        <Choices>
          <Button size="small" onClick={choices.both}>
            {t('Keep it as a note')}
          </Button>
          <Button size="small" variant="quiet" onClick={choices.current}>
            {t('Delete it')}
          </Button>
        </Choices>
      </Box>
    );

  return (
    <Box role="group" aria-labelledby={heading}>
      <p id={heading}>
        {field ? <b>{t(field)}: </b> : null}
        {t('You changed this on two devices. Choose which version to keep.')}
      </p>
      <Versions>
        <section aria-label={t('Current version')}>
          <small>{t('Current version')}</small>
          <VersionText title={titles[0]} part={texts[0]} />
          <Button size="small" onClick={choices.current}>
            {t('Keep the current version')}
          </Button>
        </section>
        <section aria-label={t('Other version')}>
          <small>{t('Other version')}</small>
          <VersionText title={titles[1]} part={texts[1]} />
          <Button size="small" onClick={choices.other}>
            {t('Use the other version')}
          </Button>
        </section>
      </Versions>
      <Choices>
        <Button size="small" variant="quiet" onClick={choices.both}>
          {t('Keep both, the other one as a note')}
        </Button>
      </Choices>
    </Box>
  );
}

function VersionText({ title, part }: { title: ChangedPart | string; part: ChangedPart }) {
  const t = useTranslate();
  const name = typeof title === 'string' ? { before: title, changed: '', after: '' } : title;
  const isEmpty = (part: ChangedPart) => part.before + part.changed + part.after === '';
  return (
    <blockquote>
      {isEmpty(name) ? null : (
        <strong dir="auto">
          <Marked {...name} />
        </strong>
      )}
      <div dir="auto">{isEmpty(part) ? <em>{t('No text')}</em> : <Marked {...part} />}</div>
    </blockquote>
  );
}

function Marked({ before, changed, after }: ChangedPart) {
  return (
    <>
      {before}
      {changed === '' ? null : <mark>{changed}</mark>}
      {after}
    </>
  );
}

const Box = styled.div`
  display: grid;
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${color.line};
  border-inline-start: 4px solid ${color.warning};
  border-radius: ${radius.control};
  background: ${color.surfaceRaised};
  font-size: ${type.small};
  & blockquote {
    display: grid;
    align-content: start;
    gap: ${space(1)};
    inline-size: 100%;
    max-block-size: 16rem;
    margin: 0;
    overflow: auto;
    font-family: ${font.reading};
    font-size: ${type.body};
    line-height: 1.55;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  & em { color: ${color.textMuted}; font-style: var(--quotation-style); }
  & mark { border-radius: 2px; background: ${color.highlightYellow}; color: inherit; }
`;

const Versions = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(5)};
  & > section { display: grid; grid-template-rows: auto 1fr auto; justify-items: start; gap: ${space(3)}; }
  & small { color: ${color.textMuted}; font-size: ${type.caption}; }
  @media ${media.narrow} { grid-template-columns: minmax(0, 1fr); }
`;

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  /* The words of a button without a border begin where the texts do. */
  & > :only-child { margin-inline-start: -${space(3)}; }
`;

/** Conflicts of one book or collection; renders nothing without any. */
export function OtherVersions({ of: thingId }: { of: string }) {
  const others = itemsOf(useData('GET /notes', {})).filter(({ twin_of }) => twin_of === thingId);
  if (others.length === 0) return null;
  return (
    <Stack gap={4}>
      {others.map((other) => (
        <VersionChoice key={other.id} other={other} />
      ))}
    </Stack>
  );
}

/** A text split around its changed part. */
export interface ChangedPart {
  before: string;
  changed: string;
  after: string;
}

const wordsOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text), ({ segment }) => segment);

/**
 * The difference of two versions: everything between their common start and common end. `changed` is empty in both
 * when they are equal or have nothing in common.
 */
export function changedParts(one: string, other: string): readonly [ChangedPart, ChangedPart] {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [partsAt(a, start, end), partsAt(b, start, end)];
}

function partsAt(words: readonly string[], start: number, end: number): ChangedPart {
  if (start + end === 0) return { before: words.join(''), changed: '', after: '' };
  const last = words.length - end;
  return {
    before: words.slice(0, start).join(''),
    changed: words.slice(start, last).join(''),
    after: words.slice(last).join(''),
  };
}

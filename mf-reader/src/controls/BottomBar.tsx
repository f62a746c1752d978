import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { formatDuration } from '@lectern/shared-contracts/domain/books/formatDuration.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Slider } from '@lectern/shared-ui/Slider.tsx';
import { color, media, radius, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { ChevronLeft, ChevronRight, Undo2, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { chapterMarks } from '../engine/contents.ts';
import { findPage } from '../engine/findPage.ts';
import { minutesFor, wordsAfter } from '../engine/pace.ts';
import type { Place } from '../engine/renderer.ts';
import { useOpenedBook } from '../view/state/openedBook.ts';
import { barStyles, holdWhileUsed } from './Bar.tsx';

/** Returns to the reading place, or dismisses the offer; null without one. */
export type WayBack = { label: string; onPress: () => void; onDismiss: () => void } | null;

export interface BottomBarProps {
  place: Place;
  back: WayBack;
}

/** Bottom bar: where the reader is, how long the rest takes, and the ways to other pages. */
export function BottomBar({ place, back }: BottomBarProps) {
  const t = useTranslate();
  const { manifest, renderer, store, contents, chapter, controls } = useOpenedBook();
  const finished = useStore(store, (state) => state.finished);
  const narrow = useMediaQuery(media.narrow);
  const marks = useMemo(() => chapterMarks(contents, narrow ? 40 : 120), [contents, narrow]);
  const [dragged, setDragged] = useState<number | null>(null);
  const page = dragged ?? place.page;
  const goTo = (next: number) => runInBackground(renderer.go({ page: next }));
  const onNext = () => runInBackground(renderer.next());
  const onPrevious = () => {
    if (!finished) return runInBackground(renderer.previous());
    store.setState({ finished: false });
    renderer.focus();
  };
  const rtl = manifest.direction === 'rtl';
  const [left, right] = rtl ? [onNext, onPrevious] : [onPrevious, onNext];
  const [leftLabel, rightLabel] = rtl
    ? [t('Next page'), t('Previous page')]
    : [t('Previous page'), t('Next page')];
  const label = place.label === null ? null : t('p. {{label}}', { label: place.label });
  const draggedTo = contents.findLast((entry) => entry.page <= page)?.entry.title ?? null;
  return (
    <Footer
      $visible={controls.visible}
      data-bar={controls.visible || undefined}
      {...holdWhileUsed((on) => controls.hold('bottom', on))}
    >
      <Row dir="ltr">
        <IconButton label={leftLabel} icon={<ChevronLeft />} onClick={left} />
        <Track>
          <Slider
            dir={rtl ? 'rtl' : 'ltr'}
            label={t('Place in the book')}
            hideLabel
            value={page}
            min={1}
            max={Math.max(2, place.totalPages)}
            disabled={place.totalPages < 2}
            marks={marks}
            valueText={t('Page {{page}} of {{total}}', { page, total: place.totalPages })}
            onChange={setDragged}
            onCommit={(next) => {
              setDragged(null);
              goTo(next);
            }}
          />
        </Track>
        <IconButton label={rightLabel} icon={<ChevronRight />} onClick={right} />
      </Row>
      <Numbers>
        {back && dragged === null ? (
          <BackRow>
            <Back type="button" onClick={back.onPress}>
              <Undo2 aria-hidden />
              {back.label}
            </Back>
            <IconButton size="small" label={t('Stay on this page')} icon={<X />} onClick={back.onDismiss} />
          </BackRow>
        ) : (
          <span dir="auto" data-chapter>
            {dragged === null ? [chapter, label].filter(Boolean).join(' · ') : draggedTo}
          </span>
        )}
        <PageEntry
          page={page}
          total={place.totalPages}
          onEnter={(typed) => {
            const labels = renderer.documentTools?.pageLabels() ?? null;
            const entered = findPage(typed, renderer.totalPages, labels);
            if (entered !== null) goTo(entered);
            return entered !== null;
          }}
        />
        <Remaining place={place} dragged={dragged} />
      </Numbers>
    </Footer>
  );
}

/** How much of the book is read, and how long the rest of it takes, unless the slider is dragged. */
function Remaining({ place, dragged }: { place: Place; dragged: number | null }) {
  const t = useTranslate();
  const { manifest, pace } = useOpenedBook();
  const percent = dragged === null ? place.percentage : (dragged / Math.max(1, place.totalPages)) * 100;
  const words = place.atEnd || dragged !== null ? null : place.wordsLeft;
  const ofBook = words === null ? null : minutesFor(words + wordsAfter(manifest.spine, place.target), pace);
  return (
    <span>
      {t('{{percent}}%', { percent: Math.floor(percent) })}
      {words !== null && words >= 2
        ? ` · ${t('{{count}} min left in chapter', { count: minutesFor(words, pace) })}`
        : null}
      {ofBook === null ? null : (
        <span> · {t('{{time}} left in book', { time: formatDuration(ofBook * 60, t) })}</span>
      )}
    </span>
  );
}

const oneRow = '(max-height: 599px) and (min-width: 30.01em)';

const Footer = styled.footer<{ $visible: boolean }>`
  ${barStyles}
  inset-block-end: 0;
  padding: 0 ${space(3)} max(${space(2)}, env(safe-area-inset-bottom));
  transform: ${({ $visible }) => ($visible ? 'none' : 'translateY(0.5rem)')};
  @media ${media.narrow} { padding-inline: ${space(1)}; }
  /* In a low window in one row. */
  @media ${oneRow} {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    & > :first-child { flex: 1; }
  }
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
`;

const Track = styled.div`
  flex: 1;
  min-inline-size: 0;
`;

const Numbers = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  gap: ${space(4)};
  padding-inline: ${space(2)};
  color: ${color.textMuted};
  font-size: ${type.caption};
  font-variant-numeric: tabular-nums;
  & > * { text-overflow: ellipsis; white-space: nowrap; }
  & > span { overflow: hidden; }
  & > :last-child { text-align: end; }
  @media ${media.phone} {
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 ${space(4)};
    & > [data-chapter] { grid-column: 1 / -1; }
    & > span:last-child > span { display: none; }
    & > div:first-child + * { display: none; }
    & > button { justify-self: start; }
  }
  @media ${oneRow} {
    grid-template-columns: auto auto;
    & > [data-chapter] { display: none; }
  }
`;

const BackRow = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
`;

const Back = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(1.5)};
  padding: 0;
  border: 0;
  background: none;
  color: ${color.accent};
  font-weight: 600;
  text-align: start;
  & > svg { flex: none; inline-size: 1rem; block-size: 1rem; }
  & > svg:dir(rtl) { transform: scaleX(-1); }
  &:hover { text-decoration: underline; text-underline-offset: 0.2em; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; }
`;

interface PageEntryProps {
  page: number;
  total: number;
  /**
   * Goes to the entered page.
   * @returns false when there is no such page
   */
  onEnter: (typed: string) => boolean;
}

/** The current page; when clicked, an input for a page number or label. */
function PageEntry({ page, total, onEnter }: PageEntryProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const current = t('Page {{page}} of {{total}}', { page, total });
  const close = () => {
    setTyped(null);
    setUnknown(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (typed === null)
    return (
      <Current
        ref={button}
        type="button"
        aria-label={`${current}. ${t('Go to page')}`}
        onClick={() => setTyped('')}
      >
        <output>{current}</output>
      </Current>
    );
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (onEnter(typed)) close();
        else setUnknown(true);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        event.preventDefault();
        close();
      }}
    >
      <input
        aria-label={t('Go to page')}
        aria-invalid={isUnknown}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the reader has just asked for this field
        autoFocus
        placeholder={String(page)}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setUnknown(false);
        }}
        onBlur={() => {
          setTyped(null);
          setUnknown(false);
        }}
      />
      <span role="status">{isUnknown ? t('There is no such page.') : null}</span>
      <output hidden>{current}</output>
    </Form>
  );
}

const Current = styled.button`
  min-block-size: 24px;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  font: inherit;
  font-variant-numeric: tabular-nums;
  &:hover { text-decoration: underline; text-underline-offset: 0.2em; }
  position: relative;
  /* Large enough for a finger, without a higher bar. */
  &::before { content: ''; position: absolute; inset: -0.8rem -1rem; }
`;

const Form = styled.form`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  & > input {
    inline-size: 5rem;
    padding: ${space(1)} ${space(2)};
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
    text-align: center;
  }
  & > input[aria-invalid='true'] { border-color: ${color.danger}; }
`;

import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { BottomBar, type BottomBarProps } from '../controls/BottomBar.tsx';
import { type ContentsEntry, chapterMarks } from '../engine/contents.ts';
import { findPage } from '../engine/findPage.ts';
import { minutesFor, type Pace, wordsAfter } from '../engine/pace.ts';
import type { Place, Renderer } from '../engine/renderer.ts';
import type { ReaderStore } from '../state/readerStore.ts';
import type { Controls } from './useControls.ts';

interface PlaceBarProps {
  manifest: Manifest;
  renderer: Renderer;
  store: ReaderStore;
  place: Place;
  contents: readonly ContentsEntry[];
  /** Title of the chapter at this place. */
  chapter: string | null;
  back: BottomBarProps['back'];
  pace: Pace;
  controls: Controls;
}

/** The bottom bar for a place in the book: where it is, how long the rest takes, and the ways to other pages. */
export function PlaceBar({
  manifest,
  renderer,
  store,
  place,
  contents,
  chapter,
  back,
  pace,
  controls,
}: PlaceBarProps) {
  const t = useTranslate();
  const finished = useStore(store, (state) => state.finished);
  const narrow = useMediaQuery(media.narrow);
  const marks = useMemo(() => chapterMarks(contents, narrow ? 40 : 120), [contents, narrow]);
  const { label, atEnd } = place;
  const wordsLeft = atEnd ? null : place.wordsLeft;
  const goTo = (page: number) => runInBackground(renderer.go({ page }));
  const leaveEnd = () => {
    store.setState({ finished: false });
    renderer.focus();
  };
  return (
    <BottomBar
      visible={controls.visible}
      place={place}
      chapter={label === null ? chapter : [chapter, t('p. {{label}}', { label })].filter(Boolean).join(' · ')}
      chapterAt={(page) => contents.findLast((entry) => entry.page <= page)?.entry.title ?? null}
      marks={marks}
      back={back}
      minutesLeft={wordsLeft === null || wordsLeft < 2 ? null : minutesFor(wordsLeft, pace)}
      bookMinutesLeft={
        wordsLeft === null ? null : minutesFor(wordsLeft + wordsAfter(manifest.spine, place.target), pace)
      }
      rtl={manifest.direction === 'rtl'}
      onPage={goTo}
      onEnter={(typed) => {
        const labels = renderer.documentTools?.pageLabels() ?? null;
        const page = findPage(typed, renderer.totalPages, labels);
        if (page !== null) goTo(page);
        return page !== null;
      }}
      onNext={() => runInBackground(renderer.next())}
      onPrevious={() => (finished ? leaveEnd() : runInBackground(renderer.previous()))}
      onHold={(on) => controls.hold('bottom', on)}
    />
  );
}

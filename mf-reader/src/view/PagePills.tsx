import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ChevronRight, Undo2 } from 'lucide-react';
import { useStore } from 'zustand';
import { Pill, Waiting } from '../controls/Pill.tsx';
import type { Renderer } from '../engine/renderer.ts';
import type { ReaderStore } from '../state/readerStore.ts';

interface PagePillsProps {
  renderer: Renderer;
  store: ReaderStore;
  /** “Back to page N”; null for none. */
  back: { label: string; onPress(): void; onDismiss(): void } | null;
  /** Whether pages are scrolled instead of turned. */
  scrolled: boolean;
  controlsVisible: boolean;
}

/** The floating buttons at the bottom of the page, and the notice while pages are loading. */
export function PagePills({ renderer, store, back, scrolled, controlsVisible }: PagePillsProps) {
  const t = useTranslate();
  const { place, waiting, finished } = useStore(store);
  return (
    <>
      {back && !controlsVisible ? (
        <Pill
          at="start"
          icon={<Undo2 />}
          onPress={back.onPress}
          dismiss={{ label: t('Stay on this page'), onPress: back.onDismiss }}
        >
          {back.label}
        </Pill>
      ) : null}
      {waiting ? (
        <Waiting role="status">
          <span>{t('Loading the next pages…')}</span>
        </Waiting>
      ) : null}
      {place?.atChapterEnd ? (
        <Pill
          at="middle"
          icon={<ChevronRight />}
          raised={controlsVisible}
          onPress={() => runInBackground(renderer.next().then(() => renderer.focus()))}
        >
          {t('Next chapter')}
        </Pill>
      ) : null}
      {scrolled && place?.atEnd && !place.atStart && !finished ? (
        <Pill
          at="middle"
          icon={<ChevronRight />}
          raised={controlsVisible}
          onPress={() => store.setState({ finished: true })}
        >
          {t('The end')}
        </Pill>
      ) : null}
    </>
  );
}

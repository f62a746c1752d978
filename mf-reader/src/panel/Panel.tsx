import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { usePoint, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Tabs } from '@lectern/shared-ui/Tabs.tsx';
import {
  color,
  duration,
  easing,
  font,
  layer,
  media,
  radius,
  shadow,
  space,
} from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { BookLanguage } from '../annotations/PassageList.tsx';
import { useOpenedBook } from '../view/state/openedBook.ts';
import type { PanelTab } from '../view/state/readerStore.ts';
import { BookmarksTab, PastPlaces } from './BookmarksTab.tsx';
import { BookContents } from './ContentsTab.tsx';
import { DocumentParts } from './DocumentParts.tsx';
import { NotesTab } from './NotesTab.tsx';
import { PagesTab } from './PagesTab.tsx';
import { SearchTab } from './SearchTab.tsx';

/** The panel with its tabs, if it is open. An overlay on smaller screens, which closes after navigation. */
export function Panel() {
  const { manifest, store } = useOpenedBook();
  const tab = useStore(store, (state) => state.panel);
  if (tab === null) return null;
  return (
    <BookLanguage value={manifest.language ?? undefined}>
      <SidePanel tab={tab} />
    </BookLanguage>
  );
}

/** Side panel; a bottom sheet on phones. */
function SidePanel({ tab }: { tab: PanelTab }) {
  const t = useTranslate();
  const { book, manifest, renderer, store } = useOpenedBook();
  const input = { bookId: manifest.book_id, format: manifest.format };
  const added = usePoint('mf-reader/side-panel', input);
  const docked = useMediaQuery(media.wide);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (element && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
  }, []);
  const close = () => {
    store.setState({ panel: null });
    renderer.focus();
  };
  const go = (work: () => Promise<void>) => {
    runInBackground(work());
    if (!docked) close();
  };
  return (
    <Aside
      ref={panel}
      tabIndex={-1}
      data-reader-panel
      aria-label={t('About this book')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      <Head>
        <strong dir="auto">{book?.title ?? ''}</strong>
        <IconButton label={t('Close')} icon={<X />} onClick={close} tooltipSide="bottom" />
      </Head>
      <Scroll data-panel-scroll>
        <Tabs
          label={t('About this book')}
          value={tab}
          onChange={(next) => store.setState({ panel: next })}
          items={[
            { value: 'contents', label: t('Contents') },
            ...(renderer.thumbnails ? [{ value: 'pages' as const, label: t('Pages') }] : []),
            { value: 'bookmarks', label: t('Bookmarks') },
            { value: 'notes', label: t('Highlights & notes') },
            { value: 'search', label: t('Search') },
            ...added.map(({ id, label }) => ({ value: id as PanelTab, label })),
          ]}
        >
          {added.find(({ id }) => id === tab)?.render(input) ?? <TabContent tab={tab} go={go} />}
        </Tabs>
      </Scroll>
    </Aside>
  );
}

interface TabContentProps {
  tab: PanelTab;
  go: (work: () => Promise<void>) => void;
}

function TabContent({ tab, go }: TabContentProps) {
  const { renderer, store } = useOpenedBook();
  const place = useStore(store, (state) => state.place);
  const open = (locator: Locator) => go(() => renderer.go(locator, { flash: true }));
  switch (tab) {
    case 'contents':
      return (
        <>
          <BookContents onOpen={(entry) => go(() => renderer.goToEntry(entry))} />
          {renderer.documentTools ? <DocumentParts tools={renderer.documentTools} /> : null}
        </>
      );
    case 'pages':
      return renderer.thumbnails && place ? (
        <PagesTab
          thumbnails={renderer.thumbnails}
          total={renderer.totalPages}
          current={place.page}
          onOpen={(page) => go(() => renderer.go({ page }))}
        />
      ) : null;
    case 'bookmarks':
      return (
        <>
          <BookmarksTab onOpen={open} />
          <PastPlaces onOpen={open} />
        </>
      );
    case 'notes':
      return <NotesTab onOpen={open} />;
    case 'search':
      return <SearchTab onOpen={open} />;
    default:
      return null;
  }
}

/** Width that the panel takes from the page. */
export const panelWidth = '26rem';

const Aside = styled.aside`
  position: absolute;
  inset-block: 0;
  inset-inline-end: 0;
  z-index: ${layer.widget};
  display: flex;
  flex-direction: column;
  inline-size: min(${panelWidth}, 100vw);
  border-inline-start: 1px solid ${color.line};
  background: ${color.surfaceRaised};
  color: ${color.text};
  animation: lectern-fade-in ${duration.normal} ${easing};
  &:focus-visible { outline: none; }
  @media not all and ${media.wide} { box-shadow: ${shadow.float}; }

  @media ${media.narrow} {
    inset: auto 0 0;
    inline-size: 100%;
    block-size: min(85dvh, 44rem);
    border: 0;
    border-radius: ${radius.sheet} ${radius.sheet} 0 0;
    padding-block-end: env(safe-area-inset-bottom);
    animation-name: lectern-sheet-in;
  }
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  padding-block-start: ${space(1.5)};
  padding-inline: ${space(4)} ${space(2)};
  & > strong {
    overflow: hidden;
    font-family: ${font.reading};
    font-weight: 550;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const Scroll = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  /* The tabs stay at the top. */
  scroll-padding-block-start: 3.5rem;
  padding: 0 ${space(4)} ${space(6)};
  & [role='tablist'] {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    margin-inline: calc(-1 * ${space(4)});
    padding-inline: ${space(4)};
    gap: ${space(3.5)};
    background: ${color.surfaceRaised};
  }
  & [role='tab'] { font-size: 0.8125rem; }
  & [role='tabpanel'] { padding-block-start: ${space(4)}; }
`;

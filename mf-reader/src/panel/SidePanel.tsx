import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
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
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { PanelTab } from '../state/readerStore.ts';

export interface SidePanelProps {
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  /** Whether the engine has thumbnails. */
  hasPages: boolean;
  /** Title of the book. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Side panel; an overlay on smaller screens, a bottom sheet on phones. */
export function SidePanel({ tab, onTab, hasPages, title, onClose, children }: SidePanelProps) {
  const t = useTranslate();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = panel.current;
    if (element && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
  }, []);
  return (
    <Aside
      ref={panel}
      tabIndex={-1}
      data-reader-panel
      aria-label={t('About this book')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Head>
        <strong dir="auto">{title}</strong>
        <IconButton label={t('Close')} icon={<X />} onClick={onClose} tooltipSide="bottom" />
      </Head>
      <Scroll data-panel-scroll>
        <Tabs
          label={t('About this book')}
          value={tab}
          onChange={onTab}
          items={[
            { value: 'contents', label: t('Contents') },
            ...(hasPages ? [{ value: 'pages' as const, label: t('Pages') }] : []),
            { value: 'bookmarks', label: t('Bookmarks') },
            { value: 'notes', label: t('Highlights & notes') },
            { value: 'search', label: t('Search') },
          ]}
        >
          {children}
        </Tabs>
      </Scroll>
    </Aside>
  );
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

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import {
  color,
  duration,
  easing,
  layer,
  media,
  radius,
  shadow,
  space,
  touchTarget,
  type,
} from '@lectern/shared-ui/tokens.ts';
import { ChevronRight, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useStore } from 'zustand';
import { useOpenedBook } from '../view/state/openedBook.ts';
import type { WayBack } from './BottomBar.tsx';

/** The floating buttons at the bottom of the page, and the notice while pages are loading. */
export function PagePills({ back }: { back: WayBack }) {
  const t = useTranslate();
  const { renderer, store, scrolled, controls } = useOpenedBook();
  const { place, waiting, finished } = useStore(store);
  return (
    <>
      {back && !controls.visible ? (
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
          raised={controls.visible}
          onPress={() => runInBackground(renderer.next().then(() => renderer.focus()))}
        >
          {t('Next chapter')}
        </Pill>
      ) : null}
      {scrolled && place?.atEnd && !place.atStart && !finished ? (
        <Pill
          at="middle"
          icon={<ChevronRight />}
          raised={controls.visible}
          onPress={() => store.setState({ finished: true })}
        >
          {t('The end')}
        </Pill>
      ) : null}
    </>
  );
}

interface PillProps {
  icon: ReactNode;
  at: 'start' | 'middle';
  /** Above the bottom bar. */
  raised?: boolean;
  onPress: () => void;
  /** A second button that dismisses the pill. */
  dismiss?: { label: string; onPress: () => void };
  children: ReactNode;
}

/** Floating button at the bottom of the page. */
function Pill({ icon, at, raised = false, onPress, dismiss, children }: PillProps) {
  return (
    <StyledPill $at={at} $raised={raised}>
      <PillButton type="button" onClick={onPress}>
        {icon}
        <span>{children}</span>
      </PillButton>
      {dismiss ? (
        <IconButton size="small" label={dismiss.label} icon={<X />} onClick={dismiss.onPress} />
      ) : null}
    </StyledPill>
  );
}

/** A status with a spinner. */
const Waiting = styled.div`
  position: absolute;
  inset-block-end: ${space(16)};
  inset-inline: 0 var(--panel, 0px);
  z-index: ${layer.bar};
  inline-size: fit-content;
  margin-inline: auto;
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  color: ${color.textMuted};
  box-shadow: ${shadow.float};
  font-size: ${type.small};
  pointer-events: none;
  user-select: none;
  animation: lectern-rise ${duration.normal} ${easing};
`;

const StyledPill = styled.div<{ $at: 'start' | 'middle'; $raised: boolean }>`
  position: absolute;
  inset-block-end: ${({ $raised }) => ($raised ? '5.25rem' : '0.75rem')};
  ${({ $at }) => ($at === 'start' ? `inset-inline-start: ${space(4)};` : 'inset-inline: 0 var(--panel, 0px); margin-inline: auto;')}
  z-index: ${layer.bar};
  display: flex;
  align-items: center;
  inline-size: fit-content;
  max-inline-size: min(28rem, calc(100% - 2rem));
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  color: ${color.text};
  box-shadow: ${shadow.float};
  user-select: none;
  animation: lectern-rise ${duration.normal} ${easing};
  transition: inset-block-end ${duration.normal};
  & > :nth-child(2) { margin-inline-end: ${space(1)}; }
`;

const PillButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  min-inline-size: 0;
  min-block-size: 2.5rem;
  padding: ${space(1)} ${space(4)};
  border: 0;
  border-radius: inherit;
  background: none;
  color: inherit;
  font-size: ${type.small};
  font-weight: 550;
  & > svg { flex: none; inline-size: 1.1rem; block-size: 1.1rem; color: ${color.accent}; }
  & > svg:dir(rtl) { transform: scaleX(-1); }
  & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  &:hover { background: ${color.surfaceHover}; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; }
`;

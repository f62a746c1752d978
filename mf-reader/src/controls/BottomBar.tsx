import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Slider } from '@lectern/shared-ui/Slider.tsx';
import { color, media, space, touchTarget, type } from '@lectern/shared-ui/tokens.ts';
import { ChevronLeft, ChevronRight, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { Place } from '../engine/renderer.ts';
import { barStyles, holdWhileUsed } from './Bar.tsx';
import { PageEntry } from './PageEntry.tsx';

export interface BottomBarProps {
  visible: boolean;
  place: Place;
  chapter: string | null;
  /** Title of the chapter at a page, for the slider. */
  chapterAt: (page: number) => string | null;
  marks: readonly number[];
  /** Returns to the reading place, or dismisses the offer; null without one. */
  back: { label: string; onPress: () => void; onDismiss: () => void } | null;
  /** Whole minutes to the end of the chapter; null when unknown. */
  minutesLeft: number | null;
  /** Whole minutes to the end of the book; null when unknown. */
  bookMinutesLeft: number | null;
  /** Right-to-left page progression. */
  rtl: boolean;
  onPage: (page: number) => void;
  /**
   * Goes to a page by number or label.
   * @returns false when there is none
   */
  onEnter: (typed: string) => boolean;
  onNext: () => void;
  onPrevious: () => void;
  onHold: (on: boolean) => void;
}

/** Bottom bar: progress and slider. */
export function BottomBar({
  visible,
  place,
  chapter,
  chapterAt,
  marks,
  back,
  minutesLeft,
  bookMinutesLeft,
  rtl,
  onPage,
  onEnter,
  onNext,
  onPrevious,
  onHold,
}: BottomBarProps) {
  const t = useTranslate();
  const [dragged, setDragged] = useState<number | null>(null);
  const page = dragged ?? place.page;
  const percent = dragged === null ? place.percentage : (dragged / Math.max(1, place.totalPages)) * 100;
  const [left, right] = rtl ? [onNext, onPrevious] : [onPrevious, onNext];
  const [leftLabel, rightLabel] = rtl
    ? [t('Next page'), t('Previous page')]
    : [t('Previous page'), t('Next page')];
  return (
    <Footer $visible={visible} {...holdWhileUsed(onHold)}>
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
              onPage(next);
            }}
          />
        </Track>
        <IconButton label={rightLabel} icon={<ChevronRight />} onClick={right} />
      </Row>
      <Numbers>
        {back && dragged === null ? (
          <WayBack>
            <Back type="button" onClick={back.onPress}>
              <Undo2 aria-hidden />
              {back.label}
            </Back>
            <IconButton size="small" label={t('Stay on this page')} icon={<X />} onClick={back.onDismiss} />
          </WayBack>
        ) : (
          <span dir="auto" data-chapter>
            {dragged === null ? chapter : chapterAt(dragged)}
          </span>
        )}
        <PageEntry page={page} total={place.totalPages} onEnter={onEnter} />
        <span>
          {t('{{percent}}%', { percent: Math.floor(percent) })}
          {minutesLeft !== null && dragged === null
            ? ` · ${t('{{count}} min left in chapter', { count: minutesLeft })}`
            : null}
          {bookMinutesLeft !== null && dragged === null ? (
            <span> · {t('{{time}} left in book', { time: timeText(bookMinutesLeft, t) })}</span>
          ) : null}
        </span>
      </Numbers>
    </Footer>
  );
}

const oneRow = '(max-height: 599px) and (min-width: 30.01em)';

/** '45 min', '3 h 5 min'. */
function timeText(minutes: number, t: Translate): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? t('{{minutes}} min', { minutes })
    : t('{{hours}} h {{minutes}} min', { hours, minutes: minutes % 60 });
}

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
    grid-template-columns: minmax(0, 1fr) auto;
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

const WayBack = styled.div`
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

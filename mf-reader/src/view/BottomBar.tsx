import { useTranslate } from '@lectern/shared-contracts/host.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Slider } from '@lectern/shared-ui/Slider.tsx';
import { color, media, space, type } from '@lectern/shared-ui/tokens.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import type { Place } from '../engine/renderer.ts';
import { barFace } from './Bar.tsx';

export interface BottomBarProps {
  visible: boolean;
  place: Place;
  chapter: string | null;
  /** Title of the chapter at a page, for the slider. */
  chapterAt: (page: number) => string | null;
  marks: readonly number[];
  /** Whole minutes to the end of the chapter; null when that cannot be told. */
  minutesLeft: number | null;
  /** Pages follow one another from right to left. */
  rtl: boolean;
  onPage: (page: number) => void;
  onNext: () => void;
  onPrevious: () => void;
  onHold: (on: boolean) => void;
}

/** Below the page: where one is in the whole book, and the way to anywhere else in it. */
export function BottomBar({
  visible,
  place,
  chapter,
  chapterAt,
  marks,
  minutesLeft,
  rtl,
  onPage,
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
    <Footer
      $visible={visible}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      <Row dir="ltr">
        <IconButton label={leftLabel} icon={<ChevronLeft />} onClick={left} />
        <Track dir={rtl ? 'rtl' : 'ltr'}>
          <Slider
            label={t('Place in the book')}
            hideLabel
            value={page}
            min={1}
            max={Math.max(2, place.totalPages)}
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
        <span dir="auto">{dragged === null ? chapter : chapterAt(dragged)}</span>
        <output>{t('Page {{page}} of {{total}}', { page, total: place.totalPages })}</output>
        <span>
          {t('{{percent}} %', { percent: Math.floor(percent) })}
          {minutesLeft !== null && dragged === null
            ? ` · ${t('{{count}} min left in chapter', { count: minutesLeft })}`
            : null}
        </span>
      </Numbers>
    </Footer>
  );
}

const Footer = styled.footer<{ $visible: boolean }>`
  ${barFace}
  inset-block-end: 0;
  padding: 0 ${space(3)} max(${space(2)}, env(safe-area-inset-bottom));
  transform: ${({ $visible }) => ($visible ? 'none' : 'translateY(0.5rem)')};
  @media ${media.narrow} { padding-inline: ${space(1)}; }
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
  & > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & > :last-child { text-align: end; }
  & > output { color: ${color.text}; }
  @media ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto;
    & > :first-child { display: none; }
  }
`;

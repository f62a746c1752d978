import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { color, font, media, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { Check, ChevronLeft, ChevronRight, Pause, WifiOff } from 'lucide-react';
import { css, styled } from 'styled-components';

/** Two covers with an offline icon. */
export function TunnelPicture() {
  return (
    <Frame aria-hidden="true">
      <Cover decorative size="small" title="Walden" author="Henry David Thoreau" />
      <Cover decorative size="small" title="Moby-Dick" author="Herman Melville" />
      <Chip>
        <WifiOff />
        <span>Offline</span>
        <Check />
      </Chip>
    </Frame>
  );
}

export function MarginPicture() {
  return (
    <Frame aria-hidden="true">
      <Quote>
        <p>“I declare after all there is no enjoyment like reading!”</p>
        <small>Pride and Prejudice · chapter 11</small>
      </Quote>
    </Frame>
  );
}

/** Minutes per day of two weeks; the last day is today. */
const evenings = [24, 0, 38, 42, 18, 30, 55, 12, 34, 46, 0, 28, 51, 37];

export function EveningsPicture() {
  return (
    <Frame aria-hidden="true">
      <Days>
        {evenings.map((minutes, day) => (
          <span
            key={day}
            style={{ blockSize: `${Math.max(minutes * 1.6, 3)}px` }}
            data-none={minutes === 0 || undefined}
          />
        ))}
      </Days>
    </Frame>
  );
}

const Frame = styled.div`
  position: relative;
  display: flex;
  align-items: flex-end;
  justify-content: center;
  gap: ${space(4)};
  block-size: 13rem;
  padding: ${space(8)};
  border-radius: ${radius.sheet};
  background: ${color.surfaceSunken};
  overflow: hidden;
  & > span:nth-child(2) { translate: 0 10%; }
`;

const Chip = styled.div`
  position: absolute;
  inset-block-start: ${space(5)};
  inset-inline-end: ${space(5)};
  display: flex;
  align-items: center;
  gap: ${space(2)};
  padding: ${space(1.5)} ${space(3)};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  font-size: 0.8125rem;
  font-weight: 550;
  & > svg { inline-size: 15px; block-size: 15px; color: ${color.textMuted}; }
  & > svg:last-child { color: ${color.success}; }
`;

const Quote = styled.div`
  align-self: center;
  display: grid;
  gap: ${space(2)};
  max-inline-size: 19rem;
  padding: ${space(4)} ${space(5)};
  border-inline-start: 3px solid #d9b93f;
  border-start-end-radius: ${radius.control};
  border-end-end-radius: ${radius.control};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.cover};
  & > p { font-family: ${font.reading}; font-size: 1rem; line-height: 1.5; }
  & > small { color: ${color.textMuted}; }
`;

const Days = styled.div`
  display: flex;
  align-items: flex-end;
  gap: 7px;
  block-size: 100%;
  inline-size: 100%;
  max-inline-size: 20rem;
  border-block-end: 1px solid ${color.lineStrong};
  & > span { flex: 1; border-radius: 3px 3px 0 0; background: ${color.progress}; }
  & > span[data-none] { background: ${color.line}; }
  & > span:last-child { background: ${color.accent}; }
`;

/** A picture of the reader: the chapter 'Reading' of Walden, with a highlight and a running session. */
export function OpenBook() {
  const t = useTranslate();
  return (
    <Stage
      // A picture of an English book, so it is not translated.
      dir="ltr"
      role="img"
      aria-label={t('Walden, open at the chapter Reading, with a marked line and a note in the margin')}
    >
      <Spread aria-hidden="true" lang="en">
        <LeftPage>
          <h3>Reading</h3>
          <p>
            With a little more deliberation in the choice of their pursuits, all men would perhaps become
            essentially students and observers, for certainly their nature and destiny are interesting to all
            alike. In accumulating property for ourselves or our posterity, in founding a family or a state,
            or acquiring fame even, we are mortal; but in dealing with truth we are immortal, and need fear no
            change nor accident. The oldest Egyptian or Hindoo philosopher raised a corner of the veil from
            the statue of the divinity; and still the trembling robe remains raised.
          </p>
          <Folio>98</Folio>
        </LeftPage>
        <RightPage>
          <p>
            To read well, that is, to read true books in a true spirit, is a noble exercise, and one that will
            task the reader more than any exercise which the customs of the day esteem. It requires a training
            such as the athletes underwent, the steady intention almost of the whole life to this object.{' '}
            <Marked>Books must be read as deliberately and reservedly as they were written.</Marked> It is not
            enough even to be able to speak the language of that nation by which they are written.
          </p>
          <Folio>99</Folio>
        </RightPage>
        <Hairline>
          <span />
        </Hairline>
      </Spread>
      <MarginNote aria-hidden="true">
        <b>Slowly, then.</b>
        <small>Walden · page 99</small>
      </MarginNote>
      <Pill aria-hidden="true">
        <i />
        <span>24:10</span>
        <Pause />
      </Pill>
      <ChevronLeft aria-hidden />
      <ChevronRight aria-hidden />
    </Stage>
  );
}

const Stage = styled.div`
  position: relative;
  container-type: inline-size;
  padding: 0 0 6cqi;
  & > svg {
    position: absolute;
    inset-block-start: 44%;
    inline-size: 20px;
    color: ${color.textMuted};
    opacity: 0.6;
  }
  & > svg:last-of-type { inset-inline-end: -26px; }
  & > svg:first-of-type { inset-inline-start: -26px; }
  @media ${media.narrow} { & > svg { display: none; } }
`;

const Spread = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: 1fr 1fr;
  aspect-ratio: 10 / 7;
  border-radius: ${radius.cover};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float}, 0 0 0 1px ${color.line};
  /* Edges of the pages below. */
  &::before, &::after {
    content: '';
    position: absolute;
    inset-block: 4px -4px;
    inline-size: 50%;
    z-index: -1;
    border: 1px solid ${color.line};
    background: ${color.surfaceRaised};
  }
  &::before { inset-inline-start: -5px; border-radius: ${radius.cover} 0 0 ${radius.cover}; }
  &::after { inset-inline-end: -5px; border-radius: 0 ${radius.cover} ${radius.cover} 0; }
  @media ${media.phone} { grid-template-columns: 1fr; aspect-ratio: auto; }
`;

const page = css`
  position: relative;
  min-inline-size: 0;
  padding: 6.5cqi 6cqi 7cqi;
  color: ${color.text};
  font-family: ${font.reading};
  font-size: clamp(10px, 1.92cqi, 15px);
  line-height: 1.62;
  text-align: justify;
  hyphens: auto;
`;

const LeftPage = styled.div`
  ${page}
  background: linear-gradient(to left, rgb(60 42 24 / 12%), transparent 9%);
  & > h3 { margin-block-end: 4cqi; font-size: 1.8em; font-style: italic; font-weight: 450; text-align: center; }
  & > p::first-letter {
    float: inline-start;
    margin-block-start: 0.06em;
    margin-inline-end: 0.08em;
    color: ${color.accent};
    font-size: 3.3em;
    line-height: 0.82;
  }
  @media ${media.phone} { display: none; }
`;

const RightPage = styled.div`
  ${page}
  background: linear-gradient(to right, rgb(60 42 24 / 12%), transparent 9%);
  @media ${media.phone} { padding: 10cqi 9cqi 14cqi; background: none; font-size: 14px; text-align: start; }
`;

const Marked = styled.mark`
  padding-block: 0.1em;
  background: ${color.highlightYellow};
  color: inherit;
  box-decoration-break: clone;
`;

const Folio = styled.span`
  position: absolute;
  inset-block-end: 3cqi;
  inset-inline: 0;
  color: ${color.textMuted};
  font-size: 0.85em;
  text-align: center;
`;

const Hairline = styled.div`
  position: absolute;
  inset: auto 0 0;
  block-size: 2px;
  background: ${color.line};
  & > span { display: block; inline-size: 38%; block-size: 100%; background: ${color.progress}; }
`;

/** The note on the highlight, as in the notes panel. */
const MarginNote = styled.div`
  position: absolute;
  inset-block-end: 15cqi;
  inset-inline-end: -3cqi;
  display: grid;
  gap: ${space(0.5)};
  padding-block: ${space(3)};
  padding-inline: ${space(4)} ${space(5)};
  border-radius: ${radius.control};
  border-inline-start: 3px solid #d9b93f;
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  font-size: 0.875rem;
  & > b { font-family: ${font.reading}; font-weight: 500; font-style: italic; }
  & > small { color: ${color.textMuted}; font-size: 0.75rem; }
  @media (max-width: 68.75em) { inset-inline-end: 2cqi; }
  @media ${media.phone} { inset-block-end: 0; }
`;

/** The minimized session widget. */
const Pill = styled.div`
  position: absolute;
  inset-block-start: -1.25rem;
  inset-inline-end: 6cqi;
  display: flex;
  white-space: nowrap;
  align-items: center;
  gap: ${space(2.5)};
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  font-size: 0.875rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  & > i { inline-size: 8px; block-size: 8px; border-radius: 50%; background: ${color.progress}; }
  & > span { min-inline-size: 2.75em; text-align: center; }
  & > svg { inline-size: 14px; block-size: 14px; color: ${color.textMuted}; }
`;

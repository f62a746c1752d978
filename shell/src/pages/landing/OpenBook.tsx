import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ChevronLeft, ChevronRight, Pause } from 'lucide-react';
import {
  Folio,
  Hairline,
  LeftPage,
  MarginNote,
  Marked,
  Pill,
  RightPage,
  Spread,
  Stage,
} from './openBookParts.ts';

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

import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { Check, WifiOff } from 'lucide-react';
import { Chip, Days, Frame, Quote } from './pictureParts.ts';

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

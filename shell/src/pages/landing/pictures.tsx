import { Cover } from '@lectern/shared-ui/Cover.tsx';
import { color, font, radius, shadow, space } from '@lectern/shared-ui/tokens.ts';
import { Check, WifiOff } from 'lucide-react';
import { styled } from 'styled-components';

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

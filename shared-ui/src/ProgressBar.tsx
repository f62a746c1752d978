import { styled } from 'styled-components';
import { color, duration, radius, space, type } from './tokens.ts';

export interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  /** Between 0 and `max`; indeterminate without it. */
  value?: number;
  /** Default 100. */
  max?: number;
  /** The value in words, shown at the end: '42 %', '3 of 12'. */
  valueText?: string;
  /** Shows the label above. */
  showLabel?: boolean;
  /** 'hairline' for edges of covers and pages; default 'normal'. */
  thickness?: 'hairline' | 'normal';
}

/** Progress as a bar. */
export function ProgressBar({
  label,
  value,
  max = 100,
  valueText,
  showLabel = false,
  thickness = 'normal',
}: ProgressBarProps) {
  const isDetermined = value !== undefined;
  const share = isDetermined && max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div>
      {showLabel ? (
        <Words aria-hidden>
          <span>{label}</span>
          {valueText ? <span>{valueText}</span> : null}
        </Words>
      ) : null}
      <Track
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={isDetermined ? Math.min(max, Math.max(0, value)) : undefined}
        aria-valuetext={valueText}
        $thickness={thickness}
      >
        {isDetermined ? <Bar style={{ inlineSize: `${share * 100}%` }} /> : <Unknown />}
      </Track>
    </div>
  );
}

const Words = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space(4)};
  margin-block-end: ${space(1.5)};
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
  & > :last-child:not(:first-child) { color: ${color.textMuted}; }
`;

const Track = styled.div<{ $thickness: 'hairline' | 'normal' }>`
  block-size: ${({ $thickness }) => ($thickness === 'hairline' ? '2px' : '6px')};
  border-radius: ${radius.round};
  background: ${color.line};
  overflow: hidden;
`;

const Bar = styled.div`
  block-size: 100%;
  border-radius: inherit;
  background: ${color.progress};
  transition: inline-size ${duration.slow};
`;

const Unknown = styled(Bar)`
  inline-size: 100%;
  animation: lectern-breathe 1.4s ease-in-out infinite;
`;

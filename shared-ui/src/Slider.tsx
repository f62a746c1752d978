import * as Primitive from '@radix-ui/react-slider';
import { useId } from 'react';
import { styled } from 'styled-components';
import { color, radius, space, type } from './tokens.ts';
import { useDirection } from './useDirection.ts';

export interface SliderProps {
  label: string;
  hideLabel?: boolean;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
  /** Called when dragging ends, to store the value. */
  onCommit?: (value: number) => void;
  /** The value in words, '18 px', shown at the end of the label and read out. */
  valueText?: string;
  disabled?: boolean;
  /** Marks on the track, such as chapter starts. */
  marks?: readonly number[];
  /** Direction of the scale; that of the document by default. */
  dir?: 'ltr' | 'rtl';
}

/** A slider. */
export function Slider({
  label,
  hideLabel = false,
  value,
  min,
  max,
  step = 1,
  onChange,
  onCommit,
  valueText,
  disabled,
  marks = [],
  dir: givenDir,
}: SliderProps) {
  const id = useId();
  const documentDir = useDirection();
  const dir = givenDir ?? documentDir;
  return (
    <div>
      {hideLabel ? null : (
        <Words>
          <span id={id}>{label}</span>
          {valueText ? <output>{valueText}</output> : null}
        </Words>
      )}
      <Root
        dir={dir}
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={([next]) => next !== undefined && onChange(next)}
        onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
      >
        <Track>
          <Range />
          {marks.map((mark) => (
            <Mark
              key={mark}
              style={{ insetInlineStart: `${((mark - min) / Math.max(1, max - min)) * 100}%` }}
            />
          ))}
        </Track>
        <Thumb
          aria-label={hideLabel ? label : undefined}
          aria-labelledby={hideLabel ? undefined : id}
          aria-valuetext={valueText}
        />
      </Root>
    </div>
  );
}

const Words = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space(4)};
  font-size: ${type.small};
  font-weight: 550;
  & > output { color: ${color.textMuted}; font-weight: 400; }
`;

const Root = styled(Primitive.Root)`
  position: relative;
  display: flex;
  align-items: center;
  block-size: 2.75rem;
  touch-action: none;
  user-select: none;
  &[data-disabled] { opacity: 0.55; }
`;

const Track = styled(Primitive.Track)`
  position: relative;
  flex: 1;
  block-size: 4px;
  border-radius: ${radius.round};
  background: ${color.lineStrong};
`;

const Range = styled(Primitive.Range)`
  position: absolute;
  block-size: 100%;
  border-radius: ${radius.round};
  background: ${color.accent};
`;

const Mark = styled.span`
  position: absolute;
  inset-block: -3px;
  inline-size: 1px;
  background: ${color.lineStrong};
  pointer-events: none;
`;

const Thumb = styled(Primitive.Thumb)`
  display: block;
  inline-size: 1.5rem;
  block-size: 1.5rem;
  border: 2px solid ${color.accent};
  border-radius: ${radius.round};
  background: ${color.surfaceRaised};
  cursor: grab;
  &:active { cursor: grabbing; background: ${color.accentSoft}; }
  &:focus-visible { border-radius: ${radius.round}; }
`;

import * as Primitive from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { IconButton } from './IconButton.tsx';
import { Scrim } from './Scrim.tsx';
import { color, duration, easing, layer, media, radius, shadow, space, type } from './tokens.ts';
import { useFocusReturn } from './useFocusReturn.ts';

type Size = 'small' | 'medium' | 'large' | 'side';

export interface DialogProps {
  /** Default true, for a dialog that is rendered while it is open. */
  open?: boolean;
  /** The reader wants to close it. */
  onClose: () => void;
  title: string;
  description?: string;
  /** Commands, at the end. */
  footer?: ReactNode;
  /**
   * 26, 36 or 56 rem, or at the side of the page, which stays readable; a bottom sheet on narrow screens. Default
   * 'medium'.
   */
  size?: Size;
  /** Label of the close button, translated; 'Close' by default. */
  closeLabel?: string;
  /** A choice is required: no close button, and clicks outside are ignored. */
  mustChoose?: boolean;
  children?: ReactNode;
}

/** A modal dialog that traps focus and returns it; it starts on `data-initial-focus`, or on the first element. */
export function Dialog({
  open = true,
  onClose,
  title,
  description,
  footer,
  size = 'medium',
  closeLabel = 'Close',
  mustChoose = false,
  children,
}: DialogProps) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Primitive.Portal>
        <Scrim data-scrim data-clear={size === 'side' || undefined} />
        <Sheet
          $size={size}
          onOpenAutoFocus={(event) => {
            focus.remember();
            const first = (event.target as HTMLElement).querySelector<HTMLElement>('[data-initial-focus]');
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={focus.giveBack}
          onInteractOutside={(event) => mustChoose && event.preventDefault()}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Head $roomForClose={!mustChoose}>
            <Title>{title}</Title>
            {description ? <Description>{description}</Description> : null}
          </Head>
          {children === undefined ? null : <Body>{children}</Body>}
          {footer ? <Foot>{footer}</Foot> : null}
          {/* Last in the DOM, so that the content gets initial focus. */}
          {mustChoose ? null : (
            <Corner>
              <Primitive.Close asChild>
                <IconButton label={closeLabel} icon={<X />} tooltip={false} />
              </Primitive.Close>
            </Corner>
          )}
        </Sheet>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const widths = { small: '26rem', medium: '36rem', large: '56rem', side: '30rem' };

const atSide = css`
  @media not all and ${media.narrow} {
    inset-inline-start: auto;
    block-size: 100dvh;
    max-block-size: none;
    margin: 0;
    border-inline-start: 1px solid ${color.line};
    border-radius: 0;
    &:focus-visible { border-radius: 0; }
    &[data-state='open'] { animation-name: lectern-fade-in; }
    &[data-state='closed'] { animation-name: lectern-fade-out; }
  }
`;

const Sheet = styled(Primitive.Content)<{ $size: Size }>`
  position: fixed;
  inset: 0;
  z-index: ${layer.overlay};
  display: flex;
  flex-direction: column;
  inline-size: min(${({ $size }) => widths[$size]}, calc(100vw - 3rem));
  block-size: fit-content;
  max-block-size: min(46rem, calc(100dvh - 4rem));
  margin: auto;
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  &:focus-visible { outline: none; border-radius: ${radius.sheet}; }
  &[data-state='open'] { animation: lectern-rise ${duration.slow} ${easing}; }
  &[data-state='closed'] { animation: lectern-sink ${duration.fast} forwards; }

  ${({ $size }) => ($size === 'side' ? atSide : '')}

  @media ${media.narrow} {
    inset: auto 0 0;
    inline-size: 100%;
    max-block-size: 90dvh;
    margin: 0;
    padding-block-end: env(safe-area-inset-bottom);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
    &[data-state='open'] { animation-name: lectern-sheet-in; }
    &[data-state='closed'] { animation-name: lectern-sheet-out; }
  }
`;

const Head = styled.div<{ $roomForClose: boolean }>`
  padding-block: ${space(6)} ${space(2)};
  padding-inline: ${space(6)} ${({ $roomForClose }) => space($roomForClose ? 16 : 6)};
  @media ${media.narrow} { padding-block-start: ${space(5)}; padding-inline-start: ${space(5)}; }
`;

const Corner = styled.div`
  position: absolute;
  inset-block-start: ${space(3.5)};
  inset-inline-end: ${space(3.5)};
`;

const Title = styled(Primitive.Title)`
  font-size: ${type.large};
`;

const Description = styled(Primitive.Description)`
  overflow-wrap: anywhere;
  margin-block-start: ${space(1.5)};
  color: ${color.textMuted};
`;

const Body = styled.div`
  padding: ${space(2)} ${space(6)} ${space(6)};
  overflow-y: auto;
  overscroll-behavior: contain;
  overflow-wrap: anywhere;
  @media ${media.narrow} { padding-inline: ${space(5)}; }
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(3)};
  padding: ${space(4)} ${space(6)} ${space(5)};
  @media ${media.narrow} {
    flex-direction: column-reverse;
    padding-inline: ${space(5)};
    & > * { inline-size: 100%; }
  }
`;

import * as Primitive from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';
import { Fragment } from 'react';
import { styled } from 'styled-components';
import { popupFace } from './popupFace.ts';
import { color, duration, layer, media, radius, space, touchTarget, type } from './tokens.ts';
import { useDirection } from './useDirection.ts';

export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** It destroys something. */
  danger?: boolean;
  disabled?: boolean;
  /** A rule stands above it. */
  separatorBefore?: boolean;
}

export interface MenuProps {
  /** A button of ours, or another element that takes a ref and spreads its props. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  /** What the menu is of; shown as its head when `heading` is not given and the menu is a sheet. */
  label: string;
  /** Stands above the items: a name and an address, say. */
  heading?: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** It is open as soon as it is there: for one that is made only when it is asked for. */
  defaultOpen?: boolean;
}

/** Commands behind a button; a sheet from below at narrow width. */
export function Menu({ trigger, items, label, heading, align = 'end', defaultOpen }: MenuProps) {
  const dir = useDirection();
  return (
    <Primitive.Root dir={dir} defaultOpen={defaultOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        {/* What is behind it is hidden meanwhile, so to whoever listens the menu is all there is: a dialog with a name. */}
        <Place role="dialog" aria-modal="true" aria-label={label}>
          <Face data-sheet align={align} sideOffset={6} collisionPadding={8} aria-label={label} loop>
            {heading ? <Heading>{heading}</Heading> : <SheetHeading aria-hidden>{label}</SheetHeading>}
            {items.map((item) => (
              <Fragment key={item.id}>
                {item.separatorBefore ? <Rule /> : null}
                <Item disabled={item.disabled} onSelect={item.onSelect} $danger={item.danger ?? false}>
                  {item.icon}
                  <span>{item.label}</span>
                </Item>
              </Fragment>
            ))}
          </Face>
        </Place>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The window, of which the menu takes its part. */
const Place = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.popup};
  pointer-events: none;
  & > * { pointer-events: auto; }
  /* It stays for as long as the menu takes to go. */
  &:has([data-state='closed']) { animation: lectern-fade-out ${duration.fast} forwards; }
`;

const Face = styled(Primitive.Content)`
  ${popupFace}
  min-inline-size: 13rem;
  max-inline-size: 20rem;
  max-block-size: var(--radix-dropdown-menu-content-available-height);
  overflow-y: auto;
  padding: ${space(1.5)};
`;

const Heading = styled.div`
  padding: ${space(2)} ${space(3)} ${space(3)};
  margin-block-end: ${space(1.5)};
  border-block-end: 1px solid ${color.line};
`;

const SheetHeading = styled(Heading)`
  display: none;
  color: ${color.textMuted};
  font-size: ${type.small};
  @media ${media.narrow} { display: block; }
`;

const Rule = styled(Primitive.Separator)`
  block-size: 1px;
  margin: ${space(1.5)} ${space(3)};
  background: ${color.line};
`;

const Item = styled(Primitive.Item)<{ $danger: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-block-size: 2.25rem;
  padding: ${space(1.5)} ${space(3)};
  border-radius: ${radius.cover};
  color: ${({ $danger }) => ($danger ? color.danger : color.text)};
  font-size: ${type.small};
  cursor: pointer;
  user-select: none;

  & > svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; color: ${({ $danger }) => ($danger ? color.danger : color.textMuted)}; }
  &[data-highlighted] { background: ${color.surfaceHover}; outline: 2px solid transparent; }
  &:focus-visible[data-highlighted] { outline: 2px solid ${color.focus}; outline-offset: -2px; }
  &[data-disabled] { color: ${color.textMuted}; opacity: 0.7; cursor: not-allowed; }

  @media ${media.narrow} { min-block-size: ${touchTarget}; font-size: ${type.body}; }
`;

import * as Primitive from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';
import { Fragment, useRef } from 'react';
import { styled } from 'styled-components';
import { popupStyles } from './popup.styles.ts';
import { color, duration, layer, media, radius, space, touchTarget, type } from './tokens.ts';
import { useDirection } from './useDirection.ts';

export interface MenuItem {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  onSelect: () => void;
  /** Moves the focus when the menu is closed; otherwise it returns to the trigger. */
  moveFocus?: () => void;
  /** Destructive action. */
  danger?: boolean;
  disabled?: boolean;
  /** Second line, such as why it is disabled. */
  hint?: string;
  /** Separator above it. */
  separatorBefore?: boolean;
}

export interface MenuProps {
  /** The trigger: a button, or another element that accepts a ref and props. */
  trigger: ReactElement;
  items: readonly MenuItem[];
  /** Accessible name, shown as heading of a bottom sheet unless `heading` is given. */
  label: string;
  /** Content above the items. */
  heading?: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** Initially open, for a menu that is mounted on demand. */
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A menu button; a bottom sheet on narrow screens. */
export function Menu({
  trigger,
  items,
  label,
  heading,
  align = 'end',
  defaultOpen,
  onOpenChange,
}: MenuProps) {
  const dir = useDirection();
  const chosen = useRef<MenuItem | null>(null);
  const returnFocus = (event: Event) => {
    const { moveFocus } = chosen.current ?? {};
    chosen.current = null;
    if (!moveFocus) return;
    event.preventDefault();
    moveFocus();
  };
  const choose = (item: MenuItem) => {
    chosen.current = item;
    item.onSelect();
  };
  return (
    <Primitive.Root dir={dir} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        {/* The page behind is hidden, so the menu is a named dialog for screen readers. */}
        <Place role="dialog" aria-modal="true" aria-label={label}>
          <StyledMenu
            data-sheet
            // Scrollable where the window is low.
            tabIndex={0}
            align={align}
            sideOffset={6}
            collisionPadding={8}
            aria-label={label}
            loop
            onCloseAutoFocus={returnFocus}
          >
            {heading ? <Heading>{heading}</Heading> : <SheetHeading aria-hidden>{label}</SheetHeading>}
            {items.map((item) => (
              <Fragment key={item.id}>
                {item.separatorBefore ? <Rule /> : null}
                <Item disabled={item.disabled} onSelect={() => choose(item)} $danger={item.danger ?? false}>
                  {item.icon}
                  <span>
                    {item.label}
                    {item.hint ? <Hint>{item.hint}</Hint> : null}
                  </span>
                </Item>
              </Fragment>
            ))}
          </StyledMenu>
        </Place>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The viewport. */
const Place = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${layer.popup};
  pointer-events: none;
  & > * { pointer-events: auto; }
  /* Kept mounted during the closing animation. */
  &:has([data-state='closed']) { animation: lectern-fade-out ${duration.fast} forwards; }
`;

const StyledMenu = styled(Primitive.Content)`
  ${popupStyles}
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

const Hint = styled.small`
  display: block;
  color: ${color.textMuted};
  font-size: ${type.caption};
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

import * as Primitive from '@radix-ui/react-tabs';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { badgeText } from './badgeText.ts';
import { scrollFade } from './scrollFade.styles.ts';
import { color, duration, media, radius, space, touchTarget, type } from './tokens.ts';
import { useDirection } from './useDirection.ts';

export interface TabItem<Value extends string = string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** A count, shown as 99+ above 99. */
  badge?: number;
}

export interface TabsProps<Value extends string = string> {
  items: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Accessible name of the tab list. */
  label: string;
  /** Panel of the selected tab. */
  children?: ReactNode;
}

/** CSS pixels of the neighboring tab that stay visible. */
const beside = 32;

function reveal(list: HTMLElement | null): void {
  const tab = list?.querySelector('[data-state="active"]');
  if (!tab || !list) return;
  const [seen, wanted] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (wanted.left < seen.left) list.scrollLeft += wanted.left - seen.left - beside;
  else if (wanted.right > seen.right) list.scrollLeft += wanted.right - seen.right + beside;
}

/** Tabs with arrow-key navigation. */
export function Tabs<Value extends string>({ items, value, onChange, label, children }: TabsProps<Value>) {
  const dir = useDirection();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const tabOf = (item: Value) => `${id}-tab-${item}`;
  const panelOf = (item: Value) => `${id}-panel-${item}`;
  const counts = items.map(({ badge }) => badgeText(badge)).join();
  // Scrolls the selected tab into view, also after counts have loaded.
  useLayoutEffect(() => {
    // In the next frame: measuring now would force a layout.
    const frame = requestAnimationFrame(() => reveal(list.current));
    return () => cancelAnimationFrame(frame);
  }, [value, counts]);
  return (
    <Primitive.Root dir={dir} value={value} onValueChange={(next) => onChange(next as Value)}>
      <List ref={list} aria-label={label}>
        {items.map((item) => (
          <Tab key={item.value} value={item.value} id={tabOf(item.value)} aria-controls={panelOf(item.value)}>
            {item.icon}
            <span>{item.label}</span>
            {item.badge === undefined ? null : <Count>{badgeText(item.badge) || '0'}</Count>}
          </Tab>
        ))}
      </List>
      {/*
       * A panel for each tab, empty unless selected, so that every aria-controls is valid. Radix's own panel reads
       * computed styles when mounted, which forces a layout.
       */}
      {items.map((item) => (
        <Panel
          key={item.value}
          role="tabpanel"
          id={panelOf(item.value)}
          aria-labelledby={tabOf(item.value)}
          tabIndex={0}
          hidden={item.value !== value}
        >
          {item.value === value ? children : null}
        </Panel>
      ))}
    </Primitive.Root>
  );
}

const List = styled(Primitive.List)`
  display: flex;
  gap: ${space(6)};
  border-block-end: 1px solid ${color.line};
  overflow-x: auto;
  overflow-y: hidden;
  scrollbar-width: none;
  ${scrollFade}
  @media ${media.narrow} { gap: ${space(5)}; }
`;

const Tab = styled(Primitive.Trigger)`
  position: relative;
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};
  min-block-size: ${touchTarget};
  padding: 0 ${space(0.5)};
  border: 0;
  background: none;
  color: ${color.textMuted};
  font-size: ${type.body};
  font-weight: 500;
  white-space: nowrap;
  transition: color ${duration.fast};

  & > svg { inline-size: 1.125rem; block-size: 1.125rem; }
  &::after {
    content: '';
    position: absolute;
    inset-inline: 0;
    inset-block-end: 0;
    block-size: 2px;
    background: ${color.accent};
    transform: scaleX(0);
    transition: transform ${duration.normal};
  }
  &:hover { color: ${color.text}; }
  &[data-state='active'] { color: ${color.text}; }
  &[data-state='active']::after { transform: none; }
  /* Inside, since the list clips overflow. */
  &:focus-visible { outline-offset: -2px; }
`;

const Count = styled.span`
  padding-inline: ${space(1.5)};
  border-radius: ${radius.round};
  background: ${color.surfaceSunken};
  color: ${color.textMuted};
  font-size: ${type.caption};
  line-height: 1.375rem;
  min-inline-size: 1.375rem;
  text-align: center;
  /* Isolates '99+' in right-to-left text. */
  direction: ltr;
  unicode-bidi: isolate;
  font-variant-numeric: tabular-nums;
  [data-state='active'] > & { background: ${color.accentSoft}; color: ${color.accent}; }
`;

const Panel = styled.div`
  padding-block-start: ${space(4)};
  @media ${media.phone} { padding-block-start: ${space(2)}; }
`;

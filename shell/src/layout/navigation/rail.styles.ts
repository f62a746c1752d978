import { color, duration, easing, radius, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { railWidth } from '../frame/frame.styles.ts';

export const itemClass = { home: 'rail-home' } as const;

export const RailBody = styled.nav<{ $collapsed: boolean }>`
  position: sticky;
  inset-block-start: 0;
  display: flex;
  flex: none;
  flex-direction: column;
  gap: ${space(2)};
  inline-size: ${({ $collapsed }) => railWidth($collapsed)};
  block-size: 100dvh;
  padding: ${space(5)} ${space(3)} ${space(4)};
  border-inline-end: 1px solid ${color.line};
  background: ${color.surface};
  overflow: hidden auto;
  scrollbar-width: thin;
  transition: inline-size ${duration.slow} ${easing};

  & > .${itemClass.home} {
    display: flex;
    align-items: center;
    min-block-size: 2.75rem;
    padding-inline: ${space(2.5)};
    text-decoration: none;
  }
`;

export const Items = styled.ul.attrs({ role: 'list' })`
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
  margin-block-start: ${space(3)};
`;

export const RailFoot = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(0.5)};
  margin-block-start: auto;
  padding-block-start: ${space(4)};
`;

/** One line of the rail. The ribbon at its start says where you are. */
export const Line = styled.a`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(3)};
  inline-size: 100%;
  min-block-size: 2.5rem;
  padding: ${space(2)} ${space(3)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.textMuted};
  font-size: 0.9375rem;
  font-weight: 500;
  text-align: start;
  text-decoration: none;
  white-space: nowrap;
  transition: background-color ${duration.fast}, color ${duration.fast};

  & > svg { flex: none; inline-size: 1.25rem; block-size: 1.25rem; stroke-width: 1.75; }
  & > span:not([class]) { overflow: hidden; text-overflow: ellipsis; }
  &:hover { background: ${color.surfaceHover}; color: ${color.text}; }
  &[aria-current='page'] { background: ${color.accentSoft}; color: ${color.accent}; font-weight: 600; }
  &[aria-current='page']::before {
    content: '';
    position: absolute;
    inset-inline-start: -${space(3)};
    inset-block: ${space(2)};
    inline-size: 3px;
    border-start-end-radius: 2px;
    border-end-end-radius: 2px;
    background: ${color.accent};
  }
  &:focus-visible { border-radius: ${radius.control}; outline-offset: -2px; }
`;

export const Count = styled.span`
  margin-inline-start: auto;
`;

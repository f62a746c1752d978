import { color, font } from '@lectern/shared-ui/tokens.ts';
import { useId } from 'react';
import { styled } from 'styled-components';
import { badgeIcons } from './badgeIcons.tsx';

export interface AchievementBadgeProps {
  /** Key of `badgeIcons`. */
  icon: string;
  title: string;
  earned: boolean;
}

/** The badge of an achievement: in color when it is earned, an outline until then. */
export function AchievementBadge({ icon, title, earned }: AchievementBadgeProps) {
  const hatch = `hatch-${useId().replaceAll(':', '')}`;
  const { frame, ink } = badgeStyle(icon);
  const lines = titleLines(title);
  return (
    <StyledBadge
      viewBox="0 0 132 172"
      $earned={earned}
      style={{ color: earned ? ink : color.textMuted }}
      aria-hidden="true"
    >
      <defs>
        <pattern id={hatch} width="132" height="2.6" patternUnits="userSpaceOnUse">
          <path d="M0 1.3h132" stroke="currentColor" strokeWidth="0.35" opacity="0.45" />
        </pattern>
      </defs>
      <rect
        x="0.5"
        y="0.5"
        width="131"
        height="171"
        rx="3"
        fill={earned ? color.surfaceRaised : 'none'}
        stroke={color.line}
        strokeDasharray={earned ? undefined : '4 3'}
      />
      <rect
        x="7"
        y="7"
        width="118"
        height="158"
        fill="none"
        strokeWidth="1.6"
        strokeDasharray={earned ? undefined : '1 3'}
      />
      <g opacity={earned ? 1 : 0.85}>
        {earned ? <rect x="10.5" y="10.5" width="111" height="151" fill="none" strokeWidth="0.6" /> : null}
        <text x="66" y="27" fontSize="9.5" letterSpacing="3" textAnchor="middle">
          EX LIBRIS
        </text>
        <path d={frames[frame]} fill={earned ? `url(#${hatch})` : 'none'} strokeWidth="1" />
        <g transform="translate(28.900 41) scale(1.16)" strokeWidth="1.5" fill="none">
          {badgeIcons[icon] ?? badgeIcons.book}
        </g>
      </g>
      {lines.map((line, index) => (
        <text
          key={line}
          x="66"
          y={(lines.length === 1 ? 148 : 141) + index * 13}
          fontSize="12"
          textAnchor="middle"
        >
          {line}
        </text>
      ))}
    </StyledBadge>
  );
}

/** Frames around the icon. */
const frames: Record<Frame, string> = {
  arch: 'M22 124V76a44 44 0 0 1 88 0v48z',
  oval: 'M66 34c26 0 45 20 45 45s-19 45-45 45-45-20-45-45 19-45 45-45z',
  panel: 'M22 35h88v89H22z',
  octagon: 'M43 34h46l22 22v46l-22 22H43l-22-22V56z',
};

const StyledBadge = styled.svg<{ $earned: boolean }>`
  display: block;
  inline-size: 100%;
  block-size: auto;
  max-inline-size: 9rem;
  fill: none;
  stroke: currentColor;
  stroke-linecap: round;
  stroke-linejoin: round;
  filter: ${({ $earned }) => ($earned ? 'drop-shadow(0 1px 1px rgb(60 42 24 / 14%)) drop-shadow(0 4px 8px rgb(60 42 24 / 12%))' : 'none')};
  & text { fill: currentColor; stroke: none; font-family: ${font.reading}; }
`;

type Frame = 'panel' | 'oval' | 'arch' | 'octagon';

interface BadgeStyle {
  frame: Frame;
  ink: string;
}

/** Frame and color by family: books collected, time of reading, streaks, annotations, finished books. */
const families: readonly (BadgeStyle & { icons: readonly string[] })[] = [
  { icons: ['book', 'worm', 'shelf', 'library'], frame: 'panel', ink: color.accent },
  { icons: ['sun', 'moon', 'quill', 'hourglass'], frame: 'oval', ink: color.info },
  { icons: ['candle', 'lamp', 'calendar'], frame: 'arch', ink: color.warning },
  { icons: ['inkwell', 'ribbon'], frame: 'octagon', ink: color.progress },
  { icons: ['laurel', 'crown'], frame: 'octagon', ink: color.text },
];

function badgeStyle(icon: string): BadgeStyle {
  return families.find((family) => family.icons.includes(icon)) ?? { frame: 'panel', ink: color.accent };
}

/** Characters that fit on a line of a badge. */
const lineLength = 16;

/** A title on one line, or on two of about the same length. */
function titleLines(title: string): string[] {
  if (title.length <= lineLength) return [title];
  const words = title.split(' ');
  const splits = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
  return splits.sort((a, b) => longest(a) - longest(b))[0] ?? [title];
}

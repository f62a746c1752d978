import { color, font } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

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

/** Icons on a viewBox of 64 by 64 with one stroke width; `wash` fills the second tone. */
const wash = { fill: 'currentColor', fillOpacity: 0.16, stroke: 'none' };
const thin = { strokeWidth: 0.9 };
const solid = { fill: 'currentColor', stroke: 'none' };

const leaf = 'M0 0c3-4 8-4 11 0-3 4-8 4-11 0z';
/** Leaves on one side of a wreath: degrees on its circle, from the bottom. */
const leafAngles = [20, 46, 72, 98, 124, 150];

function Wreath({ mirrored }: { mirrored: boolean }) {
  return (
    <g transform={mirrored ? 'translate(64 0) scale(-1 1)' : undefined}>
      <path d="M32 54A22 22 0 0 1 20 14" />
      {leafAngles.map((angle) => {
        const radians = (angle * Math.PI) / 180;
        const [x, y] = [32 - 22 * Math.sin(radians), 33 + 21 * Math.cos(radians)];
        return (
          <g key={angle} transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${angle + 150})`}>
            <path {...wash} d={leaf} />
            <path {...thin} d={leaf} />
          </g>
        );
      })}
    </g>
  );
}

function Flame({ x, y }: { x: number; y: number }) {
  return <path d={`M${x} ${y}c-3.500-3-3-6 0-10 3 4 3.500 7 0 10z`} fill="currentColor" fillOpacity={0.35} />;
}

const badgeIcons: Readonly<Record<string, ReactNode>> = {
  book: (
    <>
      <path {...wash} d="M34 20c6-5 14-6 22-5v31c-8-1-16 0-22 5z" />
      <path d="M32 18c-6-5-15-6-24-5v34c9-1 18 0 24 5 6-5 15-6 24-5V13c-9-1-18 0-24 5zM32 18v34" />
      <path
        {...thin}
        d="M13 20c5 0 10 1 14 4M13 26c5 0 10 1 14 4M13 32c5 0 10 1 14 4M13 38c5 0 10 1 14 4M37 24c4-3 9-4 14-4M37 30c4-3 9-4 14-4M37 36c4-3 9-4 14-4"
      />
    </>
  ),
  worm: (
    <>
      <path {...wash} d="M10 40h44v12H10z" />
      <path d="M10 40h44M10 52h44M10 40c-4 1-4 11 0 12M54 40c-2 3-2 9 0 12" />
      <path {...thin} d="M14 44h36M14 48h36" />
      <path d="M18 40c-3-13 3-21 10-19s3 13 11 11 7-13 4-17" />
      <path d="M25 40c-2-8 0-13 3-12s3 12 12 10 12-12 9-22" />
      <circle cx="46" cy="13" r="6" />
      <circle cx="44" cy="12" r="2" {...thin} />
      <circle cx="49" cy="12" r="2" {...thin} />
      <path {...thin} d="M23 31l5-3M21 27l6-4M33 34l1 5M38 31l4 6M42 25l7 2" />
    </>
  ),
  shelf: (
    <>
      <path {...wash} d="M20 14h8v34h-8zM42 20h6v28h-6z" />
      <path d="M6 48h52M9 53h46" />
      <path d="M12 20h8v28h-8zM20 14h8v34h-8zM28 24h6v24h-6zM42 20h6v28h-6zM34 26l5-1 5 23" />
      <path d="M48 26h6v22h-6z" />
      <path {...thin} d="M12 25h8M12 43h8M22.500 20h3M22.500 24h3M28 29h6M42 26h6M42 42h6M50 32v8" />
    </>
  ),
  library: (
    <>
      <path {...wash} d="M8 24 32 10l24 14z" />
      <path d="M8 24 32 10l24 14zM11 24v4h42v-4M9 49h46M6 54h52" />
      <path d="M15 28v21M21 28v21M29 28v21M35 28v21M43 28v21M49 28v21" />
      <path {...thin} d="M18 30v17M32 30v17M46 30v17M28 20h8M30 17h4" />
    </>
  ),
  sun: (
    <>
      <path {...wash} d="M18 40a14 14 0 0 1 28 0z" />
      <path d="M18 40a14 14 0 0 1 28 0M6 40h52" />
      <path d="M32 20v-8M20.700 26.700l-6-6M43.300 26.700l6-6M14 34l-7-3M50 34l7-3" />
      <path {...thin} d="M26 23l-3-7M38 23l3-7M12 46h40M17 50h30M23 54h18" />
    </>
  ),
  moon: (
    <>
      <path {...wash} d="M20 34c0 11 5 17 12 17s12-6 12-17z" />
      <path d="M20 24c0-7 1-12 1-12l7 5h8l7-5s1 5 1 12v11c0 11-5 16-12 16s-12-5-12-16z" />
      <circle cx="27" cy="26" r="5" />
      <circle cx="37" cy="26" r="5" />
      <circle cx="27" cy="26" r="1.8" {...solid} />
      <circle cx="37" cy="26" r="1.8" {...solid} />
      <path d="m32 29-2 4h4zM8 53h48" />
      <path
        {...thin}
        d="M26 38l3 3 3-3 3 3 3-3M26 43l3 3 3-3 3 3 3-3M28 51v2M36 51v2M52 8a6 6 0 1 0 4 9 6 6 0 0 1-4-9z"
      />
    </>
  ),
  quill: (
    <>
      <path {...wash} d="M24 42c-1-16 10-28 30-34-1 18-11 32-24 35z" />
      <path d="M24 42c-1-16 10-28 30-34-1 18-11 32-24 35zM14 56c5-10 15-24 30-38" />
      <path {...thin} d="M27 36l-1-9M32 30l0-10M38 24l1-9M30 37l9-1M36 30l11-2" />
      <path {...thin} d="M6 20h12M4 27h11M6 34h9M34 56h22M42 50h14" />
    </>
  ),
  hourglass: (
    <>
      <path {...wash} d="M24 22h16c-2 5-6 7-8 10-2-3-6-5-8-10zM22 52c1-6 6-8 10-8s9 2 10 8z" />
      <path d="M18 9h28M18 55h28M21 9c0 13 11 16 11 23S21 42 21 55M43 9c0 13-11 16-11 23s11 10 11 23" />
      <path {...thin} d="M20 13h24M20 51h24M32 32v12M27 48h10M24 22h16" />
    </>
  ),
  candle: (
    <>
      <path {...wash} d="M13 30h8v20h-8zM28 22h8v28h-8zM43 34h8v16h-8z" />
      <path d="M13 30h8v20h-8zM28 22h8v28h-8zM43 34h8v16h-8zM6 50h52M10 54h44" />
      <path {...thin} d="M17 30v-3M32 22v-3M47 34v-3M19 33v6M34 25v8M49 37v5" />
      <Flame x={17} y={26} />
      <Flame x={32} y={18} />
      <Flame x={47} y={30} />
    </>
  ),
  lamp: (
    <>
      <path {...wash} d="M24 26h16l6 22H18z" />
      <path d="M25 20c0-5 3-8 7-8s7 3 7 8v3H25zM24 26h16l5 18c0 3-6 6-13 6s-13-3-13-6zM20 54h24M32 50v4" />
      <path {...thin} d="M32 12V7M28 7h8M23 30h18M21 38h22M27 26l-4 22M37 26l4 22" />
      <path d="M32 44c-4-3-3-7 0-11 3 4 4 8 0 11z" fill="currentColor" fillOpacity={0.35} />
      <path {...thin} d="M12 30l-5-2M11 38H6M13 45l-5 2M52 30l5-2M53 38h5M51 45l5 2" />
    </>
  ),
  calendar: (
    <>
      <path {...wash} d="M10 14h44v9H10z" />
      <path d="M10 14h44v40H10zM10 23h44M20 10v8M32 10v8M44 10v8" />
      <path {...thin} d="M10 31h44M10 39h44M10 47h44M19 23v31M28 23v31M36 23v31M45 23v31" />
      {[0, 1, 2, 3, 4].flatMap((column) =>
        [0, 1, 2].map((row) => (
          <circle key={`${column}-${row}`} cx={14.5 + column * 8.7} cy={27 + row * 8} r="1.7" {...solid} />
        )),
      )}
    </>
  ),
  inkwell: (
    <>
      <path {...wash} d="M14 40h28v10c0 3-6 4-14 4s-14-1-14-4z" />
      <path d="M20 26h16v5c4 2 6 6 6 10v9c0 3-6 4-14 4s-14-1-14-4v-9c0-4 2-8 6-10zM18 26h20" />
      <path {...thin} d="M14 40c5 3 10-2 15 0s9 2 13 0M17 45h10M17 49h7" />
      <path d="M30 24C34 16 44 8 56 6c-2 10-10 17-20 20" />
      <path {...thin} d="M33 24C40 18 46 13 52 9M40 18l0-5M44 15l7 1M38 20l8 1" />
    </>
  ),
  ribbon: (
    <>
      <path d="M15 8h34v48H15z" />
      <path {...wash} d="M19 22h26v6H19zM19 38h18v6H19z" />
      <path {...thin} d="M20 15h24M20 19h20M20 25h24M20 32h24M20 36h22M20 41h16M20 48h24M20 52h14" />
      <path d="M41 8v19l-3.500-3.500L34 27V8" fill="currentColor" fillOpacity={0.35} />
    </>
  ),
  laurel: (
    <>
      <Wreath mirrored={false} />
      <Wreath mirrored />
      <path {...wash} d="M33 27c3-2 7-3 11-2v15c-4-1-8 0-11 2z" />
      <path d="M32 26c-3-2-7-3-11-2v16c4-1 8 0 11 2 3-2 7-3 11-2V24c-4-1-8 0-11 2zM32 26v16M28 56h8" />
    </>
  ),
  crown: (
    <>
      <path {...wash} d="M18 24l6 6 8-12 8 12 6-6-2 12H20z" />
      <path d="M18 22l6 8 8-14 8 14 6-8-2 14H20z" />
      <circle cx="18" cy="20" r="1.8" />
      <circle cx="32" cy="13" r="2" />
      <circle cx="46" cy="20" r="1.8" />
      <path d="M14 40h36v6H14zM10 46h42v6H10zM16 52h38v5H16z" />
      <path {...thin} d="M20 33h24M18 43h10M14 49h12M20 54.500h10M46 40v6M47 46v6M49 52v5" />
    </>
  ),
};

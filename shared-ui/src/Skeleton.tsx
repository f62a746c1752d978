import { styled } from 'styled-components';
import { color, radius, space } from './tokens.ts';

export interface SkeletonProps {
  /** Shape of the placeholder. */
  shape: 'line' | 'title' | 'paragraph' | 'cover' | 'circle' | 'block';
  /** Any CSS length; the shape's own by default. */
  width?: string;
  height?: string;
  /** Lines of a paragraph; 3 by default. */
  lines?: number;
}

/** A loading placeholder, hidden from screen readers: the region has aria-busy. */
export function Skeleton({ shape, width, height, lines = 3 }: SkeletonProps) {
  if (shape !== 'paragraph')
    return <Shape aria-hidden $shape={shape} style={{ inlineSize: width, blockSize: height }} />;
  return (
    <Lines aria-hidden style={{ inlineSize: width }}>
      {Array.from({ length: lines }, (_, index) => `line ${index}`).map((line, index) => (
        <Shape key={line} $shape="line" style={{ inlineSize: index === lines - 1 ? '62%' : '100%' }} />
      ))}
    </Lines>
  );
}

const shapes = {
  line: `block-size: 0.75rem; border-radius: ${radius.cover};`,
  title: `block-size: 1.75rem; inline-size: 60%; border-radius: ${radius.cover};`,
  cover: `aspect-ratio: 2 / 3; border-radius: ${radius.cover};`,
  circle: `inline-size: 2.5rem; aspect-ratio: 1; border-radius: ${radius.round};`,
  block: `block-size: 6rem; border-radius: ${radius.control};`,
};

const Shape = styled.span<{ $shape: keyof typeof shapes }>`
  display: block;
  background: ${color.surfaceHover};
  animation: lectern-breathe 1.8s ease-in-out infinite;
  ${({ $shape }) => shapes[$shape]}
`;

const Lines = styled.span`
  display: grid;
  gap: ${space(2.5)};
`;

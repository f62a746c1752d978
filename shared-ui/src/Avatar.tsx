import { useState } from 'react';
import { styled } from 'styled-components';
import { initials } from './initials.ts';
import { color, font, radius } from './tokens.ts';

export interface AvatarProps {
  name: string;
  src?: string;
  /** Its diameter in pixels; 36 by default. */
  size?: number;
  /** Hidden from screen readers, since the name is beside it. */
  decorative?: boolean;
}

/** A user's picture or initials. */
export function Avatar({ name, src, size = 36, decorative = false }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const style = { inlineSize: size, blockSize: size, fontSize: size * 0.4 };
  if (src && src !== failed) {
    return <Picture src={src} alt={decorative ? '' : name} style={style} onError={() => setFailed(src)} />;
  }
  return (
    <Letters style={style} {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}>
      {initials(name)}
    </Letters>
  );
}

const Picture = styled.img`
  flex: none;
  border-radius: ${radius.round};
  object-fit: cover;
`;

const Letters = styled.span`
  display: inline-grid;
  flex: none;
  place-content: center;
  border-radius: ${radius.round};
  background: ${color.accentSoft};
  color: ${color.accent};
  font-family: ${font.reading};
  font-weight: 550;
  line-height: 1;
  letter-spacing: 0.02em;
`;

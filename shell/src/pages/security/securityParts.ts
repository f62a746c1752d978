import { color, font, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** A sign-in method below its heading. */
export const Part = styled.section`
  display: grid;
  gap: ${space(4)};
  min-inline-size: 0;
  & > h3 { font-size: ${type.body}; }
`;

/** Actions of a list item. */
export const Commands = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** Dark on light in both themes: scanners need it. */
export const QrPlace = styled.div`
  align-self: center;
  padding: ${space(3)};
  border-radius: ${radius.control};
  background: #fff;
  & > svg { display: block; inline-size: min(13rem, 60vw); block-size: auto; }
`;

/** A key or code to read, type or copy. */
export const Secret = styled.code`
  direction: ltr;
  font-family: ui-monospace, monospace;
  font-size: ${type.small};
  overflow-wrap: anywhere;
  user-select: all;
`;

export const CodeList = styled.ul.attrs({ role: 'list' })`
  direction: ltr;
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: ${space(2)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.surfaceSunken};
  font-family: ${font.reading};
  /* The global styles remove list markers. */
  && { padding: ${space(4)}; }
`;

import { color, font, media, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(20rem, 27rem) minmax(0, 1fr);
  align-items: center;
  gap: clamp(${space(8)}, 8vw, ${space(32)});
  min-block-size: min(46rem, calc(100dvh - 12rem));
  @media (max-width: 60em) { grid-template-columns: minmax(0, 27rem); justify-content: center; }
`;

export const Card = styled.section`
  display: grid;
  gap: ${space(5)};
  & > h1 { font-size: ${type.title}; text-wrap: balance; }
  & > div:empty { display: none; }
  & > div:focus { outline: none; }
`;

export const Lead = styled.p`
  margin-block-start: -${space(3)};
  color: ${color.textMuted};
  font-family: ${font.reading};
`;

export const Fields = styled.fieldset`
  display: grid;
  gap: ${space(5)};
  min-inline-size: 0;
  padding: 0;
  border: 0;
`;

/** Divider between the form and other sign-in methods. */
export const Or = styled.p`
  display: grid;
  grid-template-columns: 1fr auto 1fr;
  align-items: center;
  gap: ${space(4)};
  margin-block: -${space(2)};
  color: ${color.textMuted};
  font-size: ${type.small};
  &::before, &::after { content: ''; border-block-start: 1px solid ${color.line}; }
`;

export const Forgotten = styled.div`
  margin-block-start: -${space(2)};
  text-align: center;
`;

export const Toggle = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  padding-block-start: ${space(4)};
  border-block-start: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${type.small};
`;

export const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space(2)} ${space(5)};
  font-size: ${type.caption};
  & a { color: ${color.textMuted}; }
  @media ${media.narrow} { & a { display: inline-flex; align-items: center; min-block-size: 44px; } }
`;

/** A page of a book beside the card, if there is space. */
export const Aside = styled.div`
  display: grid;
  gap: ${space(6)};
  justify-items: center;
  padding: clamp(${space(10)}, 6vw, ${space(24)});
  border-radius: ${radius.sheet};
  background: ${color.surfaceSunken};
  text-align: center;
  & > blockquote {
    max-inline-size: 26ch;
    font-size: clamp(1.375rem, 1rem + 1.2vw, 2rem);
    line-height: 1.4;
    text-wrap: balance;
  }
  & > cite { color: ${color.textMuted}; font-size: ${type.small}; }
  @media (max-width: 60em) { display: none; }
`;

import { styled } from 'styled-components';
import { CoverPattern } from './CoverPattern.tsx';
import type { CoverDesign } from './coverDesign.ts';
import { coverDesign, coverLabel } from './coverDesign.ts';
import { font } from './tokens.ts';

export interface GeneratedCoverProps {
  title: string;
  author?: string;
  /** Hidden from screen readers, since title and author are beside it. */
  decorative?: boolean;
}

/** A generated cover: title, author and a pattern derived from the title. Fills its container. */
export function GeneratedCover({ title, author, decorative = false }: GeneratedCoverProps) {
  const design = coverDesign(title);
  const Layout = layouts[design.layout];
  return (
    <Board
      style={{ background: design.cloth.ground, color: design.cloth.ink }}
      {...(decorative
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': [title, author].filter(Boolean).join(', ') })}
    >
      <Layout design={design} title={title} author={author} />
    </Board>
  );
}

interface LayoutProps {
  design: CoverDesign;
  title: string;
  author: string | undefined;
}

const ornament = (design: CoverDesign) => (
  <CoverPattern pattern={design.pattern} ink={design.cloth.ornament} tile={design.tile} />
);

const layouts = {
  /** Layout: a label on a pattern. */
  label: ({ design, title, author }: LayoutProps) => (
    <>
      <Ground>{ornament(design)}</Ground>
      <Label style={{ background: coverLabel.ground, color: coverLabel.ink }}>
        <Title dir="auto" style={{ fontSize: `${design.titleSize}cqi` }}>
          {title}
        </Title>
        <Rule />
        <Author dir="auto">{author}</Author>
      </Label>
    </>
  ),
  /** Layout: a frame around title, ornament and author. */
  frame: ({ design, title, author }: LayoutProps) => (
    <Frame>
      <Title dir="auto" style={{ fontSize: `${design.titleSize * 1.04}cqi` }}>
        {title}
      </Title>
      <Vignette>
        <CoverPattern pattern={design.pattern} ink={design.cloth.ink} tile={design.tile * 1.8} />
      </Vignette>
      <Author dir="auto">{author}</Author>
    </Frame>
  ),
  /** Layout: ornament above, text below. */
  panel: ({ design, title, author }: LayoutProps) => (
    <Panel>
      <Picture style={{ borderColor: design.cloth.ornament }}>{ornament(design)}</Picture>
      <Words>
        <Title dir="auto" style={{ fontSize: `${design.titleSize * 0.96}cqi`, textAlign: 'start' }}>
          {title}
        </Title>
        <Author dir="auto" style={{ textAlign: 'start' }}>
          {author}
        </Author>
      </Words>
    </Panel>
  ),
  /** Layout: three bands, text in the middle. */
  bands: ({ design, title, author }: LayoutProps) => (
    <Bands>
      <Band>{ornament(design)}</Band>
      <Paper style={{ background: coverLabel.ground, color: coverLabel.ink }}>
        <Title dir="auto" style={{ fontSize: `${design.titleSize}cqi` }}>
          {title}
        </Title>
        <Rule />
        <Author dir="auto">{author}</Author>
      </Paper>
      <Band>{ornament(design)}</Band>
    </Bands>
  ),
};

const Board = styled.span`
  container-type: inline-size;
  position: absolute;
  inset: 0;
  display: block;
  overflow: hidden;
  font-family: ${font.reading};
  line-height: 1.12;
  /* Long titles are clipped by the cover. */
  overflow-wrap: anywhere;
`;

const Ground = styled.span`
  position: absolute;
  inset: 0;
  & > svg { position: absolute; inset: 0; }
`;

const Title = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 6;
  font-weight: 500;
  letter-spacing: -0.005em;
  text-align: center;
  text-wrap: balance;
  padding-block-end: 0.08em;
`;

const Author = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  font-family: ${font.interface};
  font-size: 5.8cqi;
  font-weight: 500;
  letter-spacing: 0.04em;
  line-height: 1.25;
  text-align: center;
  /* Small covers show only the title. */
  @container (max-width: 80px) { display: none; }
`;

const Rule = styled.span`
  flex: none;
  inline-size: 12cqi;
  block-size: max(1px, 0.5cqi);
  background: currentColor;
  opacity: 0.55;
  @container (max-width: 80px) { display: none; }
`;

const Label = styled.span`
  position: absolute;
  inset-inline: 12cqi;
  inset-block-start: 22cqi;
  min-block-size: 58cqi;
  max-block-size: 104cqi;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 5cqi;
  padding: 8cqi 6cqi;
  outline: max(1px, 0.5cqi) solid currentColor;
  outline-offset: -2.5cqi;
`;

const Frame = styled.span`
  position: absolute;
  inset: 6cqi;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: space-between;
  gap: 6cqi;
  padding: 9cqi 7cqi;
  border: max(1px, 1cqi) solid currentColor;
  outline: max(0.5px, 0.4cqi) solid currentColor;
  outline-offset: -3cqi;
`;

const Vignette = styled.span`
  position: relative;
  flex: 0 1 48cqi;
  min-block-size: 0;
  inline-size: 48cqi;
  border: max(1px, 0.6cqi) solid currentColor;
  border-radius: 50%;
  overflow: hidden;
  & > svg { position: absolute; inset: 0; }
`;

const Panel = styled.span`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
`;

const Picture = styled.span`
  position: relative;
  flex: 1;
  min-block-size: 30cqi;
  overflow: hidden;
  border-block-end: max(1px, 1cqi) solid;
  & > svg { position: absolute; inset: 0; }
`;

const Words = styled.span`
  display: flex;
  flex-direction: column;
  gap: 5cqi;
  min-block-size: 52cqi;
  padding: 8cqi 9cqi 10cqi;
`;

const Bands = styled(Panel)`
  & > :nth-child(2) { flex: none; }
`;

const Band = styled.span`
  position: relative;
  flex: 1;
  min-block-size: 22cqi;
  overflow: hidden;
  & > svg { position: absolute; inset: 0; }
`;

const Paper = styled.span`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 5cqi;
  min-block-size: 62cqi;
  padding: 8cqi 9cqi;
`;

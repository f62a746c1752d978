import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { OpenBook } from '@lectern/shared-ui/illustrations.tsx';
import {
  color,
  duration,
  easing,
  font,
  layer,
  media,
  radius,
  shadow,
  space,
  type,
} from '@lectern/shared-ui/tokens.ts';
import { keyframes, styled } from 'styled-components';

export interface FinishedProps {
  title: string;
  author: string;
  onStay: () => void;
}

/** Shown after the last page: congratulation and a way out. */
export function Finished({ title, author, onStay }: FinishedProps) {
  const t = useTranslate();
  const { navigation } = useHost();
  return (
    <Plate role="status" aria-live="polite">
      <OpenBook />
      <p>{t('The end')}</p>
      <h2 dir="auto">{title}</h2>
      {author ? <p dir="auto">{author}</p> : null}
      <p>{t('You have finished this book. It is on your shelf of completed books.')}</p>
      <Row>
        <Button as={navigation.Link} to="/library" variant="primary">
          {t('Back to the library')}
        </Button>
        <Button onClick={onStay}>{t('Stay here')}</Button>
      </Row>
    </Plate>
  );
}

/** The cover with its animation. */
const drawn = keyframes`from { opacity: 0; transform: translateY(8px) rotate(-2deg); }`;

const Plate = styled.section`
  position: absolute;
  inset-block-end: ${space(20)};
  inset-inline: 0;
  z-index: ${layer.widget};
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space(2)};
  inline-size: min(26rem, calc(100vw - 2rem));
  margin-inline: auto;
  padding: ${space(6)};
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  color: ${color.text};
  box-shadow: ${shadow.float};
  text-align: center;
  animation: lectern-rise ${duration.slow} ${easing};
  & > svg { color: ${color.accent}; animation: ${drawn} 700ms ${easing} backwards; }
  & > h2 { font-family: ${font.reading}; font-size: ${type.large}; }
  & > p { color: ${color.textMuted}; font-size: ${type.small}; }
  @media ${media.narrow} { inset-block-end: ${space(6)}; }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space(3)};
  margin-block-start: ${space(2)};
`;

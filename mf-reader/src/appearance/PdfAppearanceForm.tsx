import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { space, type } from '@lectern/shared-ui/tokens.ts';
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { styled } from 'styled-components';
import { type PdfAppearance, type Rotation, zoomLimits } from '../engine/appearance.ts';
import { Choice } from './Choice.tsx';
import { zoomStep } from './zoomStep.ts';

export interface PdfAppearanceFormProps {
  value: PdfAppearance;
  /** Current page, one-based. */
  page: number;
  /** Current scale of the pages. */
  scale: number;
  onChange: (changes: Partial<PdfAppearance>) => void;
}

/** Settings of PDF pages: zoom, fit, layout, rotation. */
export function PdfAppearanceForm({ value, scale, page, onChange }: PdfAppearanceFormProps) {
  const t = useTranslate();
  const fit = typeof value.zoom === 'string' ? value.zoom : value.zoom === 1 ? 'actual' : 'free';
  return (
    <>
      <ZoomRow scale={scale} onChange={onChange} />
      <Choice
        label={t('Fit')}
        value={fit}
        onChange={(next) => onChange({ zoom: next === 'free' ? scale : next === 'actual' ? 1 : next })}
        options={[
          { value: 'auto', label: t('Auto') },
          { value: 'page-width', label: t('Width') },
          { value: 'page-fit', label: t('Page') },
          { value: 'actual', label: t('{{percent}}%', { percent: 100 }) },
        ]}
      />
      <Choice
        label={t('Pages')}
        value={value.layout}
        onChange={(layout) => onChange({ layout })}
        options={[
          { value: 'continuous', label: t('Scroll') },
          { value: 'single', label: t('Single') },
          { value: 'two', label: t('Two') },
        ]}
      />
      <Switch
        label={t('Cut off white margins')}
        checked={value.cropped}
        onChange={(cropped) => onChange({ cropped })}
      />
      <Buttons>
        <Button icon={<RotateCw />} onClick={() => onChange({ rotation: next(value.rotation) })}>
          {t('Rotate')}
        </Button>
        <Button
          onClick={() =>
            onChange({
              pageRotations: {
                ...value.pageRotations,
                [page]: next(value.pageRotations[page] ?? 0),
              },
            })
          }
        >
          {t('Rotate this page')}
        </Button>
      </Buttons>
    </>
  );
}

interface ZoomRowProps extends Pick<PdfAppearanceFormProps, 'scale' | 'onChange'> {
  /** The smallest scale. */
  min?: number;
}

/** The zoom of pages, with buttons for the next steps. */
export function ZoomRow({ scale, min = zoomLimits.min, onChange }: ZoomRowProps) {
  const t = useTranslate();
  return (
    <Row role="group" aria-label={t('Zoom')}>
      <IconButton
        label={t('Zoom out')}
        icon={<ZoomOut />}
        disabled={scale <= min}
        onClick={() => onChange({ zoom: zoomStep(scale, -1) })}
      />
      <output>{t('{{percent}}%', { percent: Math.round(scale * 100) })}</output>
      <IconButton
        label={t('Zoom in')}
        icon={<ZoomIn />}
        disabled={scale >= zoomLimits.max}
        onClick={() => onChange({ zoom: zoomStep(scale, 1) })}
      />
    </Row>
  );
}

const next = (rotation: Rotation) => ((rotation + 90) % 360) as Rotation;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  & > output { font-size: ${type.small}; font-variant-numeric: tabular-nums; }
`;

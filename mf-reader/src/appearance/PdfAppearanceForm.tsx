import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { space, type } from '@lectern/shared-ui/tokens.ts';
import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { styled } from 'styled-components';
import { type PdfAppearance, type Rotation, zoomLimits } from '../engine/appearance.ts';
import { Choice } from './Choice.tsx';

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
      <Stack direction="inline" gap={2}>
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
      </Stack>
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

const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  & > output { font-size: ${type.small}; font-variant-numeric: tabular-nums; }
`;

const stops = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
const tolerance = 0.02;

/** The next larger (1) or smaller (-1) zoom level. */
export function zoomStep(scale: number, by: 1 | -1): number {
  if (by > 0) return stops.find((stop) => stop > scale + tolerance) ?? zoomLimits.max;
  return stops.findLast((stop) => stop < scale - tolerance) ?? zoomLimits.min;
}

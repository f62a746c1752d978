import type { RendererEvents } from '../engine/renderer.ts';
import { PageZoom } from './pageZoom.ts';

function zoomed() {
  const told: unknown[] = [];
  const events = {
    zoomChosen: (zoom: unknown) => told.push(zoom),
    zoomed: () => {},
  } as unknown as RendererEvents;
  const [host, page] = [document.createElement('div'), document.createElement('div')];
  host.scrollBy = () => {};
  const zoom = new PageZoom(host, 'auto', events, () => zoom.fitted());
  return { zoom, told, host, page };
}

test('[E-18] a fixed page is enlarged in steps and together with the stored zoom, and never smaller than the window', () => {
  const { zoom, told, host, page } = zoomed();
  zoom.by(1.5, page, 0, 0);
  zoom.by(1.5, page, 0, 0);
  expect([zoom.factor, zoom.isOn, host.style.overflow]).toEqual([2.25, true, 'auto']);
  zoom.end();
  zoom.by(0.1, page, 0, 0);
  expect([zoom.factor, zoom.isOn, host.style.overflow]).toEqual([1, false, '']);
  zoom.end();
  zoom.set(3);
  expect(zoom.factor).toBe(3);
  zoom.set('page-width');
  expect(zoom.factor).toBe(1);
  expect(told).toEqual([2.25, 'auto']);
});

test('[E-18] a double tap shows a fixed page at twice its size, another one fits it', () => {
  const { zoom, told, page } = zoomed();
  zoom.toggle(page, 0, 0);
  zoom.toggle(page, 0, 0);
  expect(told).toEqual([2, 'auto']);
});

import { Gallery } from '@lectern/shared-ui/gallery/Gallery.tsx';

/** All components of shared-ui in all states, for design work. The sample texts are English only. */
export function Components() {
  return <Gallery />;
}

/**
 * Names in the document what every page of the app needs, so that the browser asks for it at once instead of file after
 * file: the chunks of shell/src/boot/start.tsx, and the two typefaces of the first lines. What only a reader needs is
 * named too, for shell/src/main.ts, which knows whether there is one.
 */
import { rspack } from '@rspack/core';

const firstFaces = /\/(literata|figtree)-latin-wght-normal\.[0-9a-f]+\.woff2$/;

const isElsewhere = (publicPath) => /^(https?:)?\/\//.test(publicPath);

export class AskWithTheDocument {
  apply(compiler) {
    const name = this.constructor.name;
    compiler.hooks.compilation.tap(name, (compilation) => {
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap(name, (data) => {
        const link = (attributes) => ({ tagName: 'link', voidTag: true, attributes });
        const filesOf = (...names) =>
          names
            .flatMap((name) => compilation.namedChunkGroups.get(name)?.getFiles() ?? [])
            .filter((file) => file.endsWith('.js'));
        const scripts = filesOf('start');
        const readers = [...new Set(filesOf('texts', 'signed-in', 'federation'))].filter(
          (file) => !scripts.includes(file),
        );
        const script = (rel) => (file) =>
          link({
            rel,
            as: 'script',
            href: `${data.publicPath}${file}`,
            // As the chunk is asked for later; asked in another way, it would come twice.
            ...(isElsewhere(data.publicPath) ? { crossorigin: 'anonymous' } : {}),
          });
        const faces = compilation.getAssets().map((asset) => asset.name);
        data.headTags.unshift(
          ...faces
            .filter((file) => firstFaces.test(file))
            .map((file) =>
              link({
                rel: 'preload',
                as: 'font',
                type: 'font/woff2',
                href: `${data.publicPath}${file}`,
                crossorigin: 'anonymous',
              }),
            ),
          ...scripts.map(script('preload')),
          ...readers.map(script('later')),
        );
        // Small, and what comes first: not after everything that is named above.
        for (const { tagName, attributes } of data.headTags)
          if (tagName === 'script') attributes.fetchpriority = 'high';
        return data;
      });
    });
  }
}

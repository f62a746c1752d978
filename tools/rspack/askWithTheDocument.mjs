/**
 * Adds preload links to the document for what every page of the app needs, so that the browser requests it at once
 * instead of file after file: the chunks of shell/src/boot/start.tsx, and the two typefaces of the first lines.
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
        const scripts = (compilation.namedChunkGroups.get('start')?.getFiles() ?? []).filter((file) =>
          file.endsWith('.js'),
        );
        const script = (file) =>
          link({
            rel: 'preload',
            as: 'script',
            href: `${data.publicPath}${file}`,
            // The same kind of request as the bundler's, since otherwise it would be fetched twice.
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
          ...scripts.map(script),
        );
        // The entry is small and needed first: before the files of the links above.
        for (const { tagName, attributes } of data.headTags)
          if (tagName === 'script') attributes.fetchpriority = 'high';
        return data;
      });
    });
  }
}

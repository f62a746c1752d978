/**
 * Adds preload links to the document for what every page of the app needs, so that the browser requests it at once
 * instead of file after file: the chunks of shell/src/boot/start.tsx, and the two typefaces of the first lines.
 */
import { rspack } from '@rspack/core';

const firstFaces = /\/(literata|figtree)-latin-wght-normal\.[0-9a-f]+\.woff2$/;

export class AskWithTheDocument {
  apply(compiler) {
    const name = this.constructor.name;
    compiler.hooks.compilation.tap(name, (compilation) => {
      rspack.HtmlRspackPlugin.getCompilationHooks(compilation).alterAssetTagGroups.tap(name, (data) => {
        const preload = (as, file, more = {}) => ({
          tagName: 'link',
          voidTag: true,
          attributes: { rel: 'preload', as, href: `${data.publicPath}${file}`, ...more },
        });
        const files = compilation.getAssets().map((asset) => asset.name);
        const scripts = compilation.namedChunkGroups.get('start')?.getFiles() ?? [];
        data.headTags.unshift(
          ...files
            .filter((file) => firstFaces.test(file))
            .map((file) => preload('font', file, { type: 'font/woff2', crossorigin: 'anonymous' })),
          ...scripts.filter((file) => file.endsWith('.js')).map((file) => preload('script', file)),
        );
        // The entry is small and needed first: before the files of the links above.
        for (const { tagName, attributes } of data.headTags)
          if (tagName === 'script') attributes.fetchpriority = 'high';
        return data;
      });
    });
  }
}

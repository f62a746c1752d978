/**
 * Names in the document what every page of the app needs, so that the browser asks for it at once instead of file after
 * file: the chunks of shell/src/boot/start.tsx, and the two typefaces of the first lines.
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
        const scripts = compilation.namedChunkGroups.get('start')?.getFiles() ?? [];
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
          ...scripts
            .filter((file) => file.endsWith('.js'))
            .map((file) =>
              link({
                rel: 'preload',
                as: 'script',
                href: `${data.publicPath}${file}`,
                // As the chunk is asked for later; asked in another way, it would come twice.
                ...(isElsewhere(data.publicPath) ? { crossorigin: 'anonymous' } : {}),
              }),
            ),
        );
        return data;
      });
    });
  }
}

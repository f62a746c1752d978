/** Loads i18next. The only import() of the engine: a second one would make another chunk with the same modules. */
export const loadTextEngine = () =>
  import(/* webpackChunkName: 'signed-in' */ '@lectern/client/i18n/engine.ts');

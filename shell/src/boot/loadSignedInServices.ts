/** Loads what only a signed-in reader needs. The only import() of it: a second one would make another chunk. */
export const loadSignedInServices = () =>
  import(/* webpackChunkName: 'signed-in' */ './createSignedInServices.ts');

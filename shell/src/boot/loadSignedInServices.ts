/** Loads the code for signed-in readers. This is its only import(), since a second one would make another chunk. */
export const loadSignedInServices = () =>
  import(/* webpackChunkName: 'signed-in' */ './createSignedInServices.ts');

export { default } from '@lectern/remote-tools/jest.config.mjs';

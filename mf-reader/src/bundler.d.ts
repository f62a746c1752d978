/** Where this remote's files are; set by the bundler. */
declare const __webpack_public_path__: string;
declare module '*.css';
declare module '*.woff2' {
  /** Address of the file. */
  const url: string;
  export default url;
}

/**
 * A loader for React Router. A bundler keeps a component that nobody uses if it is made by `forwardRef` or has a
 * `displayName`, because it cannot know that neither has an effect: the app would contain forms and prefetching.
 */
export default function withoutUnusedComponents(source) {
  return source
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replace(/ = (React\d*\.(?:forwardRef|memo)\()/g, ' = /* @__PURE__ */ $1');
}

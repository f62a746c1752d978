/** A File whose content can be read, which jsdom lacks. */
export function readableFile(name: string, content: string): File {
  return Object.assign(new File([content], name), {
    slice: () => ({ arrayBuffer: async () => new TextEncoder().encode(content).buffer }),
  });
}

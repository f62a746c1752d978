/** jsdom's files cannot be read, so this one can. */
export function readableFile(name: string, content: string): File {
  return Object.assign(new File([content], name), {
    slice: () => ({ arrayBuffer: async () => new TextEncoder().encode(content).buffer }),
  });
}

/** Ends with a sentence on a Node that cannot run the server; imported before anything that such a Node cannot read. */
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `The server of Lectern runs on Node 24 or newer, and this is ${process.versions.node}. Use npm start, which brings its own Node, or the one in node_modules/.bin, or install Node 24.`,
  );
  process.exit(1);
}

/** The line of a context that stands for the block below it. */
const place = '…';

/** A TypeScript block of a guide as a whole file: its path from the root, and its text. */
export interface Example {
  readonly path: string;
  readonly text: string;
}

/**
 * The TypeScript blocks of a Markdown text, each as the file that the comment above it names. Where the block is a part of the file, the comment
 * holds the rest, with a line `…` in its place. Throws an Error for a block without one, since it could not be compiled.
 */
export function examplesOf(page: string, markdown: string): readonly Example[] {
  const blocks = /(?:^<!-- (\S+\.ts)(?:\n([\s\S]*?))? ?-->\n\n)?^```ts\n([\s\S]*?)^```$/gm;
  return [...markdown.matchAll(blocks)].map(([, path, around, block = '']) => {
    if (path === undefined)
      throw new Error(
        `${page}: no comment <!-- folder/file.ts --> stands above the block that begins with ${JSON.stringify(block.slice(0, 60))}`,
      );
    if (around === undefined) return { path, text: block };
    const lines = around.split('\n');
    if (!lines.includes(place)) throw new Error(`${page}: the comment of ${path} has no line ${place}`);
    return { path, text: lines.map((line) => (line === place ? block : line)).join('\n') };
  });
}

/** One fenced block of a Markdown text. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a Markdown text, in their order. */
export function blocksOf(markdown: string): readonly Block[] {
  const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;
  return [...markdown.matchAll(fence)].map(([, language = '', text = '']) => ({ language, text }));
}

/** The commands of the shell blocks, one a line, without comments. */
export function commandsOf(blocks: readonly Block[]): readonly string[] {
  return blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
}

import { type FileHandle, open } from 'node:fs/promises';

const newline = 0x0a;
const chunkBytes = 1 << 20;

/** Reads the lines that were added to a growing file since the last look. */
export class JournalTail {
  readonly #file: string;
  #handle: FileHandle | undefined;
  #offset = 0;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
  }

  /** The whole lines that were not read yet; a line that is still being written is read next time. */
  async *lines(): AsyncGenerator<string> {
    this.#handle ??= await open(this.#file, 'r');
    const chunk = Buffer.alloc(chunkBytes);
    for (;;) {
      const { bytesRead } = await this.#handle.read(chunk, 0, chunkBytes, this.#offset);
      if (bytesRead === 0) return;
      this.#offset += bytesRead;
      const bytes = Buffer.concat([this.#rest, chunk.subarray(0, bytesRead)]);
      const end = bytes.lastIndexOf(newline) + 1;
      this.#rest = Buffer.from(bytes.subarray(end));
      if (end > 0) yield* bytes.toString('utf8', 0, end - 1).split('\n');
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}

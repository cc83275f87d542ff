import { afterEach, beforeEach, vi } from 'vitest';

/** What was printed since the test began, or since it was cleared. */
export interface CapturedOutput {
  out: string;
  err: string;
  clear(): void;
}

/** Keeps what is printed by this process from the terminal, in each test of the file. */
export function captureOutput(): CapturedOutput {
  const printed: CapturedOutput = {
    out: '',
    err: '',
    clear: () => void Object.assign(printed, { out: '', err: '' }),
  };
  beforeEach(() => {
    printed.clear();
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed.out += String(text);
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      printed.err += String(text);
      return true;
    });
  });
  afterEach(() => vi.restoreAllMocks());
  return printed;
}

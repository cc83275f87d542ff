import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The tool's version, as package.json has it. */
export const { version } = manifest;

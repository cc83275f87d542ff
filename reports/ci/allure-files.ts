import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InMemoryWriter } from 'allure-js-commons/sdk/reporter';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';

/**
 * Writes collected results into Allure's folder, each file whole or not at all. Allure's own writer waits for the disk after each of hundreds of
 * files, though they can be written again from the journal.
 */
export function writeAllureFiles({ tests, attachments, envInfo }: InMemoryWriter, resultsDir: string): void {
  mkdirSync(resultsDir, { recursive: true });
  const write = (name: string, content: string | Buffer): void => {
    const file = join(resultsDir, name);
    writeFileSync(`${file}.${process.pid}.tmp`, content);
    renameSync(`${file}.${process.pid}.tmp`, file);
  };
  for (const test of tests) write(`${test.uuid}-result.json`, JSON.stringify(test));
  for (const [name, content] of Object.entries(attachments)) write(name, content);
  if (envInfo !== undefined) new FileSystemWriter({ resultsDir }).writeEnvironmentInfo(envInfo);
}

import type { Attachment } from 'allure-js-commons';
import type { Writer } from 'allure-js-commons/sdk/reporter';
import { hiddenEscaped } from '../words/plain.ts';
import type { Failure, RunSummary } from '../journal/summary.ts';
import { curlScript } from '../reproduction/curl/curl.ts';
import { reproduction } from '../reproduction/reproduction.ts';
import { vitestFile } from '../reproduction/vitest/vitest-file.ts';

/**
 * Attaches a failure's reproduction in all its forms, so that a reader of the report can run it. Consumers' data are left out as in all reports: the
 * files in the run's folder have them. `id`: prefix of the attachments' file names.
 */
export function reproductionAttachments(
  { record }: Failure,
  { run }: Pick<RunSummary, 'run'>,
  { id, writer }: { readonly id: string; readonly writer: Pick<Writer, 'writeAttachment'> },
): readonly Attachment[] {
  const found = { tool: run.tool, target: run.target.name };
  const json = `${hiddenEscaped(JSON.stringify(reproduction(record, found), null, 2))}\n`;
  const test = vitestFile(record);
  const forms = [
    { ending: 'json', type: 'application/json', text: json },
    { ending: 'sh', type: 'text/x-sh', text: curlScript(record) },
    ...(test === undefined ? [] : [{ ending: 'test.ts', type: 'text/plain', text: test }]),
  ];
  return forms.map(({ ending, type, text }) => {
    const source = `${id}-attachment.${ending}`;
    const content = Buffer.from(text);
    writer.writeAttachment(source, content);
    return { name: `reproduction.${ending}`, type, source, size: content.length };
  });
}

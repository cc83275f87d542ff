import { createHash } from 'node:crypto';
import { Stage, Status, type TestResult, type Attachment } from 'allure-js-commons';
import {
  InMemoryWriter,
  ReporterRuntime,
  FileSystemWriter,
  type Writer,
} from 'allure-js-commons/sdk/reporter';
import { usesText } from '../words/names.ts';
import { causeTexts } from '../words/causes.ts';
import type { Certificate, CertifiedRequirement } from '../certificate/certificate-schema.ts';
import { behindText, plain, verdictWords, hiddenEscaped } from '../words/plain.ts';
import type { Register } from '../register.ts';
import type { RunSummary, Failure } from '../journal/summary.ts';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { curlScript } from '../reproduction/curl/curl.ts';
import { reproduction } from '../reproduction/reproduction.ts';
import { vitestFile } from '../reproduction/vitest/vitest-file.ts';
import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  type HttpExchange,
} from 'allure-js-commons/http';
import { sentExchange, transcriptExchange } from './http-exchange.ts';

export interface AllureInput {
  readonly certificate: Certificate;
  readonly summary: RunSummary;
  readonly register: Register;
  /** The run's folder as a reader would type it. */
  readonly dir: string;
  readonly resultsDir: string;
}

/**
 * Writes one Allure result for each requirement, under its document, section and operation in each of Allure's trees. File names depend on the
 * run and the requirement alone, so writing again replaces results and adds none. Results of other tools stay.
 */
export function writeAllure(input: AllureInput): void {
  const { certificate } = input;
  const writer = new InMemoryWriter();
  const environmentInfo = {
    target: certificate.target.name,
    verdict: verdictWords(certificate).verdict,
    scope: certificate.scope?.summary ?? '',
    seed: String(certificate.seed),
    payproof: certificate.tool.version,
    node: certificate.tool.node,
  };
  const runtime = new ReporterRuntime({ writer, environmentInfo });
  for (const row of certificate.requirements) {
    const uuid = runtime.startTest({
      name: row.id,
      fullName: `${row.document}/${row.id}`,
      stage: Stage.FINISHED,
    });
    runtime.updateTest(uuid, (result) => describe(result, row, input, writer));
    runtime.stopTest(uuid, { stop: Date.parse(certificate.started_at) });
    runtime.updateTest(uuid, (result) => {
      result.uuid = stableId(certificate.started_at, row.id);
    });
    runtime.writeTest(uuid);
  }
  runtime.writeEnvironmentInfo();
  writeAllureFiles(writer, input.resultsDir);
}

function describe(
  result: TestResult,
  row: CertifiedRequirement,
  input: AllureInput,
  writer: InMemoryWriter,
): void {
  const { certificate, summary, register } = input;
  const operation = register.requirements.find(({ id }) => id === row.id)?.operation ?? '';
  const failures = summary.failures.filter(({ record }) => record.requirement.includes(row.id));
  const startedAt = Date.parse(certificate.started_at);
  result.start = startedAt;
  result.status = statusOf(row);
  result.description = row.text;
  // Our own ids, so that a row has one history over all runs against the same target.
  result.historyId = stableId(certificate.target.name, row.id);
  result.testCaseId = stableId(row.id);
  result.labels.push(
    { name: 'epic', value: row.document },
    { name: 'feature', value: row.section },
    { name: 'story', value: operation },
    // Of the default tree, which shows suites.
    { name: 'parentSuite', value: row.document },
    { name: 'suite', value: row.section },
    { name: 'subSuite', value: operation },
    { name: 'framework', value: 'payproof' },
    { name: 'tag', value: row.level },
    { name: 'tag', value: row.verdict },
  );
  result.parameters.push(
    { name: 'target', value: certificate.target.name },
    { name: 'seed', value: String(certificate.seed), excluded: true },
    { name: 'checks', value: String(row.checks), excluded: true },
  );
  const trace = causeTexts(failures, { register, dir: input.dir, run: summary.run }).join('\n\n');
  const said = row.reason ?? behindText(row);
  if (said !== undefined)
    result.statusDetails = { message: plain(said, Infinity), ...(trace ? { trace } : {}) };
  failures.forEach((failure, index) => {
    const id = stableId(certificate.started_at, row.id, String(index));
    attachExchanges(result, failure, { id, writer, startedAt });
    result.attachments.push(
      ...reproductionAttachments(failure, summary, { id: `${id}-reproduction`, writer }),
    );
  });
}

/** Failed only where the target is accused; broken where the run can give no verdict. */
const statuses = {
  pass: Status.PASSED,
  fail: Status.FAILED,
  warn: Status.BROKEN,
  untested: Status.BROKEN,
  not_applicable: Status.SKIPPED,
} as const;

function statusOf({ verdict, level }: CertifiedRequirement): Status {
  return verdict === 'untested' && level !== 'must' ? Status.SKIPPED : statuses[verdict];
}

function stableId(...parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(['payproof', ...parts]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * Writes collected results into Allure's folder, each file whole or not at all. Allure's own writer waits for the disk after each of hundreds of
 * files, though they can be written again from the journal.
 */
function writeAllureFiles({ tests, attachments, envInfo }: InMemoryWriter, resultsDir: string): void {
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

/**
 * Attaches a failure's reproduction in all its forms, so that a reader of the report can run it. Consumers' data are left out as in all reports: the
 * files in the run's folder have them. `id`: prefix of the attachments' file names.
 */
function reproductionAttachments(
  { record, moves }: Failure,
  { run }: Pick<RunSummary, 'run'>,
  { id, writer }: { readonly id: string; readonly writer: Pick<Writer, 'writeAttachment'> },
): readonly Attachment[] {
  const found = { tool: run.tool, target: run.target.name };
  const json = `${hiddenEscaped(JSON.stringify(reproduction(record, found), null, 2))}\n`;
  const test = vitestFile(record);
  const forms = [
    { ending: 'json', type: 'application/json', text: json },
    { ending: 'sh', type: 'text/x-sh', text: curlScript(record, moves) },
    ...(test === undefined ? [] : [{ ending: 'test.ts', type: 'text/plain', text: test }]),
  ];
  return forms.map(({ ending, type, text }) => {
    const source = `${id}-attachment.${ending}`;
    const content = Buffer.from(text);
    writer.writeAttachment(source, content);
    return { name: `reproduction.${ending}`, type, source, size: content.length };
  });
}

interface Attachments {
  /** Prefix of the attachments' file names. */
  readonly id: string;
  readonly writer: Pick<Writer, 'writeAttachment'>;
  /** The run's start, ms since the epoch. */
  readonly startedAt: number;
}

/** Adds a failing sequence to a result: one step for each request, with the request and its reply attached. */
function attachExchanges(result: TestResult, failure: Failure, place: Attachments): void {
  const { transcript } = failure.record;
  transcript.forEach((line, index) => {
    const sent = failure.exchanges.filter(({ step }) => step === line.step);
    const exchanges =
      sent.length > 0 ? sent.map((one) => sentExchange(one, place.startedAt)) : [transcriptExchange(line)];
    result.steps.push({
      name: [line.operation, usesText(line, transcript), line.kind].filter((part) => part !== '').join(' '),
      status: index === transcript.length - 1 ? Status.FAILED : Status.PASSED,
      statusDetails: {
        message: `→ ${plain(line.received)}`,
        expected: plain(line.expected),
        actual: plain(line.received),
      },
      stage: Stage.FINISHED,
      steps: [],
      parameters: [],
      attachments: exchanges.map((exchange, nth) =>
        attach(exchange, `${place.id}-${index}-${nth}`, place.writer),
      ),
      // A step that was not journaled took no time that is known.
      start: Math.min(...exchanges.map(({ start }) => start ?? place.startedAt)),
      stop: Math.max(...exchanges.map(({ stop }) => stop ?? place.startedAt)),
    });
  });
}

function attach(exchange: HttpExchange, name: string, writer: Attachments['writer']) {
  const source = `${name}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`;
  const content = Buffer.from(JSON.stringify(exchange));
  writer.writeAttachment(source, content);
  return {
    name: plain(`${exchange.request.method} ${exchange.request.url}`, 120),
    type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
    source,
    size: content.length,
  };
}

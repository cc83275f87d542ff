import { createHash } from 'node:crypto';
import { Stage, Status, type TestResult } from 'allure-js-commons';
import { InMemoryWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import { accusation } from '../words/accusation.ts';
import { attachExchanges } from './allure-exchanges.ts';
import { writeAllureFiles } from './allure-files.ts';
import { reproductionAttachments } from './allure-reproduction.ts';
import type { Certificate, CertifiedRequirement } from '../certificate/certificate-schema.ts';
import { behindText } from '../words/behind.ts';
import { plain } from '../words/plain.ts';
import type { Register } from '../register.ts';
import type { RunSummary } from '../journal/summary.ts';
import { verdictWords } from '../words/verdict-words.ts';
import { firstTimeline } from '../timeline/text.ts';

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
  const trace = failures
    .map((failure) => accusation(failure.record, register, input.dir, firstTimeline(failure, summary)))
    .join('\n\n');
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

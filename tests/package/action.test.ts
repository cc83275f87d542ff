import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startReference, type RunningReference } from '../../reference/server.ts';
import { blocksOf } from '../house/reading/blocks.ts';
import { root } from '../house/reading/sources.ts';
import { ran } from './installed.ts';

const name = z.string().regex(/^[a-z_][a-z0-9_-]*$/i);
const described = { description: z.string().min(1) };

/** A composite action, as GitHub documents its metadata. */
const actionSchema = z.strictObject({
  name: z.string(),
  ...described,
  inputs: z.record(
    name,
    z.strictObject({ ...described, default: z.string().optional(), required: z.boolean().optional() }),
  ),
  outputs: z.record(name, z.strictObject({ ...described, value: z.string() })),
  runs: z.strictObject({
    using: z.literal('composite'),
    steps: z.array(
      z.strictObject({
        name: z.string(),
        id: name.optional(),
        shell: z.literal('bash'),
        'working-directory': z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
        run: z.string(),
      }),
    ),
  }),
});

const action = actionSchema.parse(parse(readFileSync(join(root, 'action.yml'), 'utf8')));
const [install, run] = action.runs.steps;
process.stdout.write(
  'The action is not run by GitHub here: its form is checked, and its script is run by bash with the inputs as variables.\n',
);

let dir = '';
let server: RunningReference | undefined;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'payproof-action-'));
  server = await startReference({ control: false, faults: ['resource-public-key-accepted'] });
  const { url, keys } = server;
  mkdirSync(join(dir, 'settings'));
  writeFileSync(
    join(dir, 'settings/own.yaml'),
    `default: none
targets:
  none: { kind: embedded }
  own: { kind: remote, resource: { base_url: '${url}', secret_key: ${keys.secretKey}, public_key: ${keys.publicKey} }, limits: { max_requests: 400 } }`,
  );
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs the script of the action as GitHub does, with these inputs. Gives its outputs too. */
async function withInputs(given: Readonly<Record<string, string>>) {
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([key, { default: preset = '' }]) => [key, given[key] ?? preset]),
  );
  const env = Object.entries(run?.env ?? {}).map(
    ([key, value]) =>
      `${key}=${value.replaceAll(/\$\{\{ (github\.action_path|inputs\.(\w+)) \}\}/g, (_, __, input?: string) => (input === undefined ? root : (inputs[input] ?? 'no such input')))}`,
  );
  const output = join(dir, 'output');
  writeFileSync(output, '');
  const shell = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', run?.run ?? 'exit 99'];
  const ended = await ran(dir, [
    'env',
    ...env,
    `GITHUB_OUTPUT=${output}`,
    `GITHUB_STEP_SUMMARY=${join(dir, 'summary')}`,
    ...shell,
  ]);
  return { ...ended, output: readFileSync(output, 'utf8') };
}

describe('the composite action', () => {
  test('is used in docs/install.md by inputs and outputs that it has', () => {
    const text = readFileSync(join(root, 'docs/install.md'), 'utf8');
    const [block] = blocksOf(text).filter(({ language }) => language === 'yaml');
    const steps = z.array(z.looseObject({ uses: z.string(), with: z.record(z.string(), z.unknown()) }));
    const used = steps.parse(parse(block?.text ?? '')).find(({ id }) => id === 'payproof');
    const inputs = Object.keys(used?.with ?? {});
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.filter((key) => action.inputs[key] === undefined)).toEqual([]);
    const outputs = [...text.matchAll(/steps\.payproof\.outputs\.([\w-]+)/g)].map(([, key = '']) => key);
    expect(outputs.filter((key) => action.outputs[key] === undefined)).toEqual([]);
    expect(outputs.length).toBeGreaterThan(0);
  });

  test('uses only inputs, steps and outputs that it has, and none of them within a script', () => {
    const whole = JSON.stringify(action);
    const named = [...whole.matchAll(/\$\{\{ ([\w.-]+) \}\}/g)].map(([, expression = '']) => expression);
    const known = [
      'github.action_path',
      ...Object.keys(action.inputs).map((key) => `inputs.${key}`),
      ...Object.keys(action.outputs).map((key) => `steps.run.outputs.${key}`),
    ];
    expect(named.filter((one) => !known.includes(one))).toEqual([]);
    expect(known.filter((one) => !named.includes(one))).toEqual([]);
    expect(action.runs.steps.filter(({ run: script }) => script.includes('${{'))).toEqual([]);
    expect(run?.id).toBe('run');
  });

  test('installs by scripts that package.json has, and its scripts are bash', () => {
    expect(install?.run).toBe('npm ci --ignore-scripts && npm run prepare');
    expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain('"prepare": ');
    for (const { run: script } of action.runs.steps)
      expect(spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' }).stderr).toBe('');
  });

  test('ends as the command does, and gives the verdict and the folder of the run', async () => {
    const { exit, output, out, err } = await withInputs({
      targets: 'settings/own.yaml',
      target: 'own',
      options: '--seed=1\n--only=resource\n',
      out: 'runs/the run',
    });
    expect(exit, out + err).toBe(1);
    const given = new Map(
      output
        .trimEnd()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    expect([...given.keys()]).toEqual(Object.keys(action.outputs));
    expect(given.get('verdict')).toBe('nonconformant');
    expect(given.get('dir')).toBe('runs/the run');
    expect(given.get('exit-code')).toBe('1');
    expect(Number(given.get('violations'))).toBeGreaterThan(0);
  });

  test('takes no input for a command, and gives no verdict where there was no run', async () => {
    const { exit, output, err } = await withInputs({
      targets: 'settings/own.yaml',
      target: '$(touch taken); touch taken',
      out: 'runs/none',
    });
    expect({ exit, output }).toEqual({ exit: 2, output: '' });
    expect(err).toContain('has no target "$(touch taken); touch taken"');
    expect((await ran(dir, ['ls', dir])).out).not.toContain('taken');
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadTarget } from '../../harness/settings/settings.ts';
import { blocksOf, commandsOf } from './reading/blocks.ts';
import { payproof, serving } from './reading/readme-run.ts';
import { root } from './reading/sources.ts';

const blocks = blocksOf(readFileSync(join(root, 'README.md'), 'utf8'));
const dir = mkdtempSync(join(tmpdir(), 'payproof-readme-'));
const seed = ['--seed', '1'];
/** The first violation is the one that the README shows. */
const few = ['--runs', '12', '--bail', ...seed];
const patience = 300_000;
const cleanUp: (() => Promise<void>)[] = [];
/** The reproduction of the failing run. */
let reproduction: string | undefined;

afterAll(async () => {
  await Promise.all(cleanUp.map((end) => end()));
  rmSync(dir, { recursive: true });
});

/** How each command of the README is tried; `instead` says what is checked when it is not run as written. */
interface Trial {
  readonly command: RegExp;
  readonly instead?: string;
  run(args: readonly string[]): Promise<void> | void;
}

const trials: readonly Trial[] = [
  {
    command: /^npm ci$/,
    instead: 'there is a lock: npm ci itself would replace the packages that this test is using',
    run: () => expect(existsSync(join(root, 'package-lock.json'))).toBe(true),
  },
  {
    command: /^npm test$/,
    instead: 'there is such a script: .ci/run runs it before this test',
    run: () => expect(readFileSync(join(root, 'package.json'), 'utf8')).toMatch(/^ {4}"test": "/m),
  },
  {
    command: /^npx payproof certify$/,
    run: async (args) => {
      const { exit, output } = await payproof(dir, [...args, '--out', 'runs/sound', ...seed]);
      expect(output).toContain('conformant');
      expect(exit, output).toBe(0);
    },
  },
  {
    command: /^npx payproof serve --port 9900 /,
    instead: 'it is run on a free port',
    run: async (args) => {
      const server = await serving(dir, args.with(args.indexOf('9900'), '0'));
      cleanUp.push(server.stop);
      const targets = readFileSync(join(root, 'targets.yaml'), 'utf8');
      writeFileSync(join(dir, 'targets.yaml'), targets.replaceAll(':9900', `:${server.port}`));
    },
  },
  {
    command: /^npx payproof certify --target local$/,
    run: async (args) => {
      const { exit, output } = await payproof(dir, [
        ...args,
        '--out',
        'runs/readme',
        '--only',
        'legacy',
        ...few,
      ]);
      expect(exit, output).toBe(1);
      // Everything but the last line, which names the run's folder.
      const explained = textBlock().trimEnd().split('\n').slice(0, -1).join('\n');
      // The amounts are drawn.
      const pattern = escaped(explained).replaceAll(/(?<= )\d+(?= by step)/g, String.raw`\d+`);
      reproduction = new RegExp(`${pattern}\\n  replay   npx payproof replay (\\S+)`).exec(output)?.[1];
      expect(reproduction, output).toBeDefined();
    },
  },
  {
    command: /^npx payproof (doctor|certify) --target sandbox$/,
    instead: 'its variables are left unset, which must be said in one line with exit 2',
    run: async (args) => {
      const own = mkdtempSync(join(dir, 'own-'));
      writeFileSync(join(own, 'targets.yaml'), yamlBlock());
      const { exit, output } = await payproof(own, args);
      expect(output).toContain('PAY_API_KEY');
      expect(output.trimEnd().split('\n')).toHaveLength(1);
      expect(exit).toBe(2);
    },
  },
];

describe('the code blocks of README.md', () => {
  it('are of languages that this test knows', () => {
    expect(
      blocks.map(({ language }) => language).filter((name) => !['sh', 'text', 'yaml'].includes(name)),
    ).toEqual([]);
  });

  it.each(commandsOf(blocks))('%s', { timeout: patience }, async (command) => {
    const trial = trials.find((one) => one.command.test(command));
    if (trial === undefined) throw new Error(`README.md has a command that no test tries: ${command}`);
    if (trial.instead !== undefined)
      process.stdout.write(`${command}: not run as written; ${trial.instead}\n`);
    await trial.run(command.split(' ').slice(2));
  });

  it(
    'lead to a reproduction that fails on the faulty server and passes on a sound one',
    {
      timeout: patience,
    },
    async () => {
      const faulty = await payproof(dir, ['replay', reproduction ?? '']);
      expect(faulty.exit, faulty.output).toBe(1);
      const sound = await payproof(dir, ['replay', reproduction ?? '', '--target', 'embedded']);
      expect(sound.exit, sound.output).toBe(0);
    },
  );

  it('hold settings that load', () => {
    const file = join(dir, 'block.yaml');
    writeFileSync(file, yamlBlock());
    const env = { PAY_API_KEY: 'api_key_1', PAY_SECRET: 'secret_1', PAY_SECRET_KEY: 'sk_test_1' };
    const target = loadTarget({ file, env });
    expect(target).toMatchObject({ name: 'sandbox', kind: 'remote', legacy: { apiKey: 'api_key_1' } });
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function yamlBlock(): string {
  return onlyBlock('yaml');
}

function textBlock(): string {
  return onlyBlock('text');
}

function onlyBlock(expected: string): string {
  const [block, ...more] = blocks.filter(({ language }) => language === expected);
  if (block === undefined || more.length > 0) throw new Error(`README.md has not one ${expected} block`);
  return block.text;
}

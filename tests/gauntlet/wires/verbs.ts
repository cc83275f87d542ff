import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freshFolder } from '../../package/installed.ts';
import { fetchNode } from '../../package/nodes.ts';
import { seededFault, type Hostile } from '../case.ts';
import { runCommand } from '../support/run-command.ts';
import { behindAll } from './ways.ts';

/** What came of one verb. */
export interface VerbResult {
  readonly node: string;
  readonly verb: string;
  /** What is not as it must be; undefined where it is. */
  readonly wrong?: string;
  /** Why it was not tried. */
  readonly skipped?: string;
  readonly seconds: number;
}

const wantedNodes = ['22', '24'] as const;
const mostSeconds = 400;
const short = ['--runs', '2', '--max-requests', '400'] as const;

/** Runs each verb behind a forward proxy, a private authority and a server that wants a certificate: by this Node, and by others that the registry has. */
export async function* everyVerb(): AsyncGenerator<VerbResult> {
  const { dir, remove } = freshFolder();
  try {
    yield* verbsBy(process.version, process.execPath, join(dir, 'own'));
    for (const wanted of wantedNodes) {
      const fetched = await fetchNode(dir, wanted);
      if ('why' in fetched) yield { node: wanted, verb: 'all', skipped: fetched.why, seconds: 0 };
      else yield* verbsBy(wanted, fetched.program, join(dir, `by-${wanted}`));
    }
  } finally {
    remove();
  }
}

async function* verbsBy(node: string, program: string, folder: string): AsyncGenerator<VerbResult> {
  mkdirSync(folder);
  const sound = await behindAll([]);
  const faulty = await behindAll([seededFault]);
  try {
    const tried = async (
      verb: string,
      hostile: Hostile,
      args: readonly string[],
      isRight: (exit: number | null, out: string) => boolean,
    ): Promise<VerbResult> => {
      const targets = join(folder, `${verb}.yaml`);
      const limits = { timeout: '10s', away: '5s', ...hostile.limits };
      writeFileSync(targets, stringify({ targets: { walled: { ...hostile.entry, limits } } }));
      const [name = '', ...rest] = args;
      const ran = await runCommand([name, ...rest, '--targets', targets, '--target', 'walled'], {
        cwd: folder,
        environment: { ...hostile.environment, PAYPROOF_CACHE: join(folder, 'cache') },
        mostSeconds,
        program,
      });
      const wrong = isRight(ran.exit, ran.out)
        ? undefined
        : `exit ${ran.exit}: ${(ran.out + ran.err).slice(-500)}`;
      return { node, verb, seconds: ran.seconds, ...(wrong !== undefined && { wrong }) };
    };
    const passes = (exit: number | null): boolean => exit === 0 || exit === 3;
    const out = join(folder, 'notified');
    yield await tried('doctor', sound, ['doctor'], (exit) => exit === 0);
    yield await tried('certify', sound, ['certify', ...short, '--out', join(folder, 'sound')], passes);
    yield await tried(
      'certify, notifications alone',
      sound,
      ['certify', '--only', 'webhooks', ...short, '--out', out],
      (exit) => passes(exit) && hasEvidence(out, 'legacy.events.authorize-success'),
    );
    const night = ['nightly', '--for', '20s', '--runs', '2', '--out', join(folder, 'night')];
    yield await tried('nightly', sound, night, passes);
    const found = join(folder, 'faulty');
    const finding = ['certify', '--only', 'legacy', '--runs', '20', '--max-requests', '1000', '--out', found];
    yield await tried('certify, with a fault', faulty, finding, (exit) => exit === 1);
    yield await tried('replay', faulty, ['replay', reproductionIn(found)], (exit) => exit === 1);
    yield await tried(
      'replay, of a right server',
      sound,
      ['replay', reproductionIn(found)],
      (exit) => exit === 0,
    );
  } finally {
    await sound.close();
    await faulty.close();
  }
}

function hasEvidence(out: string, row: string): boolean {
  const file = join(out, 'certificate.json');
  if (!existsSync(file)) return false;
  const { requirements } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly requirements: readonly { readonly id: string; readonly verdict: string }[];
  };
  return requirements.some(({ id, verdict }) => id === row && verdict === 'pass');
}

/** One that shows the fault. */
function reproductionIn(out: string): string {
  const folder = join(out, 'reproductions');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return join(folder, names.find((name) => name.endsWith('full-closes.json')) ?? 'none.json');
}

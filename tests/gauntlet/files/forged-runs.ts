import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalTextSync } from '../../../harness/journal/journal-bytes.ts';
import { sealedLine } from '../../../harness/journal/journal-file.ts';
import { sequenceRecord } from '../../reports/certificate/synthetic.ts';

/** What a value of a forged file says: lines of ours, and commands to a runner of workflows, on lines of their own. */
export const forgedText =
  'sandbox\n✓ FORGED: the signature is right\r\n::error::FORGED\n##[error]FORGED\u202e\u001b[2J\u2028';

/** A forged line in what a command prints, or what a terminal obeys that is no colour of ours. */
export const forgedLine =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /^(?:✓ FORGED|\s*::error::FORGED)|##\[error\]|\u001b(?!\[[\d;]*m)|[\u0007\u202e\u2028]/mu;

type Loose = Record<string, unknown>;

/** A folder of a run that somebody has tampered with. */
export interface ForgedRun {
  readonly name: string;
  forge(dir: string): void;
}

/** Rewrites the records of a journal, as who knows how its lines are sealed. */
export function forgeJournal(dir: string, change: (records: Loose[]) => readonly unknown[]): void {
  const packed = join(dir, 'journal.ndjson.gz');
  const plain = join(dir, 'journal.ndjson');
  const records = journalTextSync(existsSync(plain) ? plain : packed)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { line: _line, crc: _crc, ...record } = JSON.parse(line) as Loose;
      return record;
    });
  rmSync(packed, { force: true });
  const lines = change(records).map((one, index) =>
    sealedLine(typeof one === 'string' ? one : JSON.stringify(one), index + 1),
  );
  writeFileSync(plain, lines.map((line) => `${line}\n`).join(''));
}

/** Changes the records of one kind. */
const records =
  (kind: string, change: (record: Loose) => Loose) =>
  (dir: string): void =>
    forgeJournal(dir, (all) => all.map((one) => (one['k'] === kind ? change(one) : one)));

/** Puts records behind the first one. */
const adding =
  (more: () => readonly unknown[]) =>
  (dir: string): void =>
    forgeJournal(dir, ([first, ...rest]) => [first, ...more(), ...rest]);

const target = (more: Loose) =>
  records('run', (run) => ({ ...run, target: { ...(run['target'] as Loose), ...more } }));

const long = 'x'.repeat(100_000);
const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

/** A machine with so many states, each of which leads to others. */
const machine = (states: number, to: (state: number) => readonly string[], name = 'legacy') => ({
  k: 'machine',
  name,
  transitions: Array.from({ length: states }, (_, index) => ({
    state: `state${index}`,
    operation: 'capture',
    outcome: 'captured',
    to: to(index),
    ordinary: true,
  })),
});

const sequence = (coverage: Readonly<Record<string, number>>, more: Loose = {}) => ({
  ...sequenceRecord({}),
  coverage,
  ...more,
});

/** An exchange whose reply is this JSON. */
const exchangeOf = (reply: string) =>
  `{"k":"exchange","n":1,"at":1,"ms":1,"suite":"legacy/lifecycle","sequence":"a/1","phase":"explore","operation":"capture","request":{"method":"POST","url":"http://127.0.0.1:1/","headers":{}},"reply":${reply}}`;

function replaced(name: string, make: (file: string) => void) {
  return (dir: string): void => {
    const file = join(dir, name);
    rmSync(file, { recursive: true, force: true });
    make(file);
  };
}

const pipe = (file: string): void => void execFileSync('mkfifo', [file]);
/** What the command must not write through. */
export const elsewhere = 'elsewhere';
const linkToFolder = (file: string): void => {
  mkdirSync(`${file}-${elsewhere}`, { recursive: true });
  renameSync(`${file}-${elsewhere}`, join(file, '..', '..', elsewhere));
  symlinkSync(join('..', elsewhere), file);
};

function journalElsewhere(dir: string): void {
  for (const name of ['journal.ndjson', 'journal.ndjson.gz']) {
    const file = join(dir, name);
    if (!existsSync(file)) continue;
    renameSync(file, join(dir, '..', `the-${name}`));
    symlinkSync(join('..', `the-${name}`), file);
  }
}

function noJournal(dir: string): void {
  for (const name of ['journal.ndjson', 'journal.ndjson.gz']) rmSync(join(dir, name), { force: true });
}

/** Tampered folders of a run with one violation. */
export const forgedRuns: readonly ForgedRun[] = [
  { name: 'the journal is a link', forge: journalElsewhere },
  {
    name: 'the journal is a pipe',
    forge: (dir) => {
      noJournal(dir);
      pipe(join(dir, 'journal.ndjson.gz'));
    },
  },
  {
    name: 'the journal is a folder',
    forge: (dir) => {
      noJournal(dir);
      mkdirSync(join(dir, 'journal.ndjson'));
    },
  },
  { name: 'the lock is a pipe', forge: replaced('run.lock', pipe) },
  { name: 'the certificate is a pipe', forge: replaced('certificate.json', pipe) },
  { name: 'the manifest is a pipe', forge: replaced('manifest.json', pipe) },
  {
    name: 'the page is a link',
    forge: replaced('report.html', (file) => symlinkSync('/etc/hostname', file)),
  },
  { name: 'the folder of reproductions is a link', forge: replaced('reproductions', linkToFolder) },
  { name: 'the folder of Allure results is a link', forge: replaced('allure-results', linkToFolder) },
  { name: 'the name of the target has lines', forge: target({ name: forgedText }) },
  { name: 'the name of the target is long', forge: target({ name: long }) },
  { name: 'its interfaces have lines', forge: target({ interfaces: ['legacy', forgedText] }) },
  {
    name: 'its endpoints have lines',
    forge: records('run', (run) => ({
      ...run,
      endpoints: [{ interface: 'legacy', url: forgedText, server: forgedText }],
    })),
  },
  {
    name: 'the settings have lines',
    forge: records('run', (run) => ({ ...run, settings: { [forgedText]: forgedText } })),
  },
  {
    name: 'the known deviations have lines',
    forge: records('run', (run) => ({
      ...run,
      knownDeviations: [{ requirement: forgedText, because: forgedText, since: forgedText }],
    })),
  },
  {
    name: 'the tool has lines',
    forge: records('run', (run) => ({
      ...run,
      tool: { name: 'payproof', version: forgedText, node: forgedText },
    })),
  },
  {
    name: 'the run began at the end of time',
    forge: records('run', (run) => ({ ...run, startedAt: '9999-12-31T23:59:59.999Z' })),
  },
  {
    name: 'the run has taken all time',
    forge: records('end', (end) => ({ ...end, at: 8.64e18 })),
  },
  {
    name: 'a violation has lines',
    forge: records('failure', (failure) => ({
      ...failure,
      requirement: [forgedText],
      summary: forgedText,
      reproduction: `x${forgedText}`,
      transcript: (failure['transcript'] as Loose[]).map((line) => ({
        ...line,
        operation: forgedText,
        kind: forgedText,
        received: forgedText,
      })),
    })),
  },
  {
    name: 'a violation is called as a file elsewhere',
    forge: records('failure', (failure) => ({ ...failure, reproduction: `../../../${elsewhere}/owned` })),
  },
  {
    name: 'a violation has 100,000 rules',
    forge: records('failure', (failure) => ({
      ...failure,
      requirement: Array.from({ length: 100_000 }, (_, index) => `legacy.rule-${index}`),
    })),
  },
  {
    name: 'a violation has 100,000 breaches',
    forge: records('failure', (failure) => ({
      ...failure,
      breaches: Array.from({ length: 100_000 }, (_, index) => ({
        rule: 'a',
        expected: `e${index}`,
        received: 'r',
      })),
    })),
  },
  {
    name: 'a violation has texts of 100,000 letters',
    forge: records('failure', (failure) => ({ ...failure, summary: long, reproduction: long, suite: long })),
  },
  {
    name: 'a violation has 20,000 steps',
    forge: records('failure', (failure) => {
      const [step = {}] = failure['sequence'] as Loose[];
      const [line = {}] = failure['transcript'] as Loose[];
      const all = Array.from({ length: 20_000 }, (_, index) => `s${index}`);
      return {
        ...failure,
        sequence: all.map((id) => ({ ...step, id })),
        transcript: all.map((id) => ({ ...line, step: id })),
      };
    }),
  },
  {
    name: 'there are 2,000 violations',
    forge: (dir) =>
      forgeJournal(dir, (all) =>
        all.flatMap((one) =>
          one['k'] === 'failure'
            ? Array.from({ length: 2000 }, (_, index) => ({ ...one, reproduction: `r${index}` }))
            : [one],
        ),
      ),
  },
  {
    name: 'a violation has a call 100,000 levels deep',
    forge: (dir) =>
      forgeJournal(dir, (all) =>
        all.map((one) =>
          one['k'] === 'failure'
            ? JSON.stringify({ ...one, learned: 'HERE' }).replace('"HERE"', `{"a":${deep(100_000)}}`)
            : one,
        ),
      ),
  },
  {
    name: 'a reply is 100,000 levels deep',
    forge: adding(() => [exchangeOf(deep(100_000, '{"a":[', ']}'))]),
  },
  { name: 'a machine has 20,000 states', forge: adding(() => [machine(20_000, (at) => [`state${at + 1}`])]) },
  {
    name: 'a machine has 400 states that each lead to all',
    forge: adding(() => {
      const all = Array.from({ length: 400 }, (_, at) => `state${at}`);
      return [machine(400, () => all)];
    }),
  },
  {
    name: 'there are 3,000 machines',
    forge: adding(() => Array.from({ length: 3000 }, (_, at) => machine(3, () => ['b'], `m${at}`))),
  },
  { name: 'a state is called by 100,000 letters', forge: adding(() => [machine(2, () => [long])]) },
  { name: 'states are called by lines', forge: adding(() => [machine(1, () => [forgedText], forgedText)]) },
  {
    name: 'a run has covered 100,000 places',
    forge: adding(() => [
      sequence(
        Object.fromEntries(
          Array.from({ length: 100_000 }, (_, at) => [`legacy | s${at} | capture full | captured`, 1]),
        ),
      ),
    ]),
  },
  {
    name: 'what was covered has lines',
    forge: adding(() => [sequence({ [`legacy | ${forgedText} | ${forgedText} | x`]: 1 })]),
  },
  {
    name: 'what was covered has no form',
    forge: adding(() => [sequence({ '': 1, ' | ': 2, [' | '.repeat(1000)]: 3, __proto__: 4 })]),
  },
  {
    name: 'a sequence has evidence of 100,000 rules',
    forge: adding(() => [
      sequence(
        {},
        { evidence: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`r${at}`, 1])) },
      ),
    ]),
  },
  {
    name: 'troubles have lines',
    forge: adding(() => [{ k: 'trouble', at: 1, kind: 'ours', cause: forgedText }]),
  },
  {
    name: 'there are 100,000 troubles',
    forge: adding(() =>
      Array.from({ length: 100_000 }, (_, at) => ({ k: 'trouble', at, kind: 'network', cause: `c${at}` })),
    ),
  },
  { name: 'a line has 100,000 letters and no record', forge: adding(() => [`{"k":"${long}"}`]) },
  { name: 'a second run record names another target', forge: adding(() => [{ k: 'run', schema: 1 }]) },
  { name: 'a newer schema', forge: records('run', (run) => ({ ...run, schema: forgedText.length })) },
  { name: 'the journal is empty', forge: (dir) => forgeJournal(dir, () => []) },
  {
    name: 'a file has a name of lines',
    forge: (dir) => writeFileSync(join(dir, forgedText.replaceAll('/', '')), 'mine'),
  },
  {
    name: 'the certificate has lines',
    forge: (dir) => {
      const file = join(dir, 'certificate.json');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"sandbox"', JSON.stringify(forgedText)));
    },
  },
  {
    name: 'the certificate has fields of lines',
    forge: (dir) => {
      const file = join(dir, 'certificate.json');
      const certified = JSON.parse(readFileSync(file, 'utf8')) as Loose;
      const rows = certified['requirements'] as Loose[];
      const changed = {
        ...certified,
        requirements: rows.map((row, at) => (at === 0 ? { ...row, id: forgedText, checks: 7 } : row)),
      };
      writeFileSync(file, JSON.stringify(changed));
    },
  },
  {
    name: 'the certificate is deep',
    forge: (dir) => writeFileSync(join(dir, 'certificate.json'), deep(100_000)),
  },
  {
    name: 'the manifest lists files of lines',
    forge: (dir) => {
      const file = join(dir, 'manifest.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as { readonly files: Loose[] };
      writeFileSync(
        file,
        JSON.stringify({
          ...manifest,
          files: [...manifest.files, { file: forgedText, bytes: 1, sha256: 'a'.repeat(64) }],
        }),
      );
    },
  },
];

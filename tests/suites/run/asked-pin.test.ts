import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import { plan as planOf } from '../../../engine/plan/plan.ts';
import type { Sequence } from '../../../engine/model.ts';
import { type AskPin, learningPin } from '../../../harness/given/ask-pin.ts';
import { startEmbedded } from '../../../harness/embedded.ts';
import { meansOf, setupOf } from '../../../harness/means/means.ts';
import { redactorOf } from '../../../harness/secrets/redact.ts';
import { loadTarget, type Target } from '../../../harness/settings/settings.ts';
import { authorize as rows } from '../../../spec/legacy/authorize.ts';
import { journalTextSync } from '../../../harness/journal/journal-bytes.ts';
import { machineNamed } from '../../../suites/explore/machines.ts';
import { journalOf, openRunJournal } from '../../../suites/run/run-folder.ts';
import { openRun } from '../../../suites/run/open-run.ts';
import { openSession } from '../../../suites/run/session.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';

const rules = [rows.pinAsked.id, rows.pinChecked.id, rows.pinAccepted.id];

/** The entry of a target without control, whose PIN a person reads. */
function withoutControl(target: Target): Target {
  const { control: _, webhooks: __, resource: ___, legacy, ...rest } = target;
  if (legacy === undefined) throw new Error('the target has no legacy interface');
  return { ...rest, legacy: { ...legacy, asksPin: true } };
}

/** The machine of such a target, for a run with somebody at the terminal. */
function machineOf(target: Target) {
  const machine = machineNamed(
    'legacy',
    setupOf(target, meansOf(target, [], { isInteractive: true }), { exclusive: false }),
  );
  if (machine === undefined) throw new Error('there is no machine');
  return machine;
}

let embedded: Awaited<ReturnType<typeof startEmbedded>>;
let planned: ReturnType<typeof planOf>;
let sequence: Sequence;

beforeAll(async () => {
  embedded = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed: 1 });
  planned = planOf(machineOf(withoutControl(embedded.target)), { seed: 1, rules, transitions: false });
  sequence = planned.sequences.find(({ spends }) => spends !== undefined)?.steps ?? [];
  return () => embedded.close();
});

/** Runs the sequence twice against the embedded server, whose control tells what a person would read. */
async function run(type: (pin: string) => Awaited<ReturnType<AskPin>>) {
  const target = withoutControl(embedded.target);
  const out = mkdtempSync(join(tmpdir(), 'payproof-pin-'));
  const config = unwrittenConfig(target, { capabilities: [], skewMs: 0 }, { out, isInteractive: true });
  const { redact, learn } = learningPin(redactorOf(target));
  const sent: string[] = [];
  const askPin: AskPin = async () => {
    const phone = target.legacy?.personas.pin?.phone ?? '';
    const reply = await fetch(`${embedded.target.control?.url}/pins?phone=${phone}`);
    const { pin } = (await reply.json()) as { readonly pin: string };
    sent.push(pin);
    learn(pin);
    return type(pin);
  };
  const own = openRun(config, openRunJournal(config, redact), { askPin });
  const session = await openSession(own, 'legacy/lifecycle');
  const machine = machineOf(target);
  const executed = async (id: string) => {
    const driver = session.driver(id, 'explore');
    const execution = await execute(machine, sequence, driver);
    await driver.end?.();
    return execution;
  };
  const first = await executed('legacy/lifecycle/1');
  const second = await executed('legacy/lifecycle/2');
  await session.close();
  await own.close();
  return { sent, first, second, written: journalTextSync(journalOf(config)) };
}

it('one sequence of a plan has the PIN sent, and shows all that is said of it', () => {
  expect(planned.spends).toEqual({ PIN: 1 });
  expect(planned.unreached).toEqual([]);
});

it('the PIN that a person reads is asked for once, accepted, and in no journal', async () => {
  const { sent, first, second, written } = await run((pin) => ({ pin }));
  expect(sent).toHaveLength(1);
  expect(first.violation).toBeUndefined();
  expect([...first.evidence.keys()]).toEqual(expect.arrayContaining(rules));
  expect(second.inconclusive).toBe('a person is asked for one PIN in a run, and was');
  expect(written).toContain('<code>');
  expect(written).not.toMatch(/auth_code\\*":\\*"[^<]/);
  expect(written).not.toContain(`"${sent[0]}`);
});

it('a PIN that is not typed leads to no accusation, and is not sent again', async () => {
  const { first, second, written } = await run(() => ({ none: 'not typed' }));
  expect(first.violation).toBeUndefined();
  expect(first.inconclusive).toBe('not typed');
  expect([...first.evidence.keys()]).not.toContain(rows.pinAccepted.id);
  expect(second.performed).toEqual([]);
  expect(written).toContain('legacy.personas.pin: not typed');
});

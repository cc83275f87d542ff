import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { MachineRecord } from '../../../harness/records/suite-record.ts';
import { transitionsOf } from '../../../engine/walk/transitions.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { diagramsOf } from '../../../reports/page/figures/diagram-layout.ts';
import { machineGraphs } from '../../../reports/page/figures/machine-graph.ts';
import { page } from '../../../reports/page/page.ts';
import { nightly } from '../../../reports/nightly/nightly.ts';
import { checkoutRecord } from '../certificate/synthetic-checkout.ts';
import { register, type Register } from '../../../reports/register.ts';
import { machineNamed, machineNames } from '../../../suites/explore/machines.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';
import {
  endRecord,
  exchangeRecord,
  failureRecord,
  lostRace,
  runRecord,
  sequenceRecord,
  signature,
} from '../certificate/synthetic.ts';

/** The machines of the suites, as a run's journal has them. */
const machines: readonly MachineRecord[] = machineNames.flatMap((name) => {
  const setup = name === 'legacy' ? wholeSetup : wholeResourceSetup;
  const machine = machineNamed(name, { ...setup, exclusive: false });
  return machine === undefined
    ? []
    : [{ k: 'machine', name: machine.name, transitions: transitionsOf(machine) }];
});

const run = runRecord({
  target: {
    name: 'sandbox',
    interfaces: ['legacy', 'resource', 'webhooks'],
    capabilities: [],
    means: ['legacy', 'resource', 'webhooks', 'persona.approve'],
  },
});

/** A sequence that shows all that a run can show: each row with evidence, each open point answered, each transition taken. */
const everything = sequenceRecord(
  Object.fromEntries(
    register.requirements.flatMap(({ id, untestable }) => (untestable === undefined ? [[id, 12]] : [])),
  ),
  {
    observed: Object.fromEntries(register.latitudes.map(({ id, choices }) => [id, { [choices[0]]: 40 }])),
    coverage: Object.fromEntries(
      machines.flatMap(({ name, transitions }) =>
        transitions
          .filter(({ ordinary }) => ordinary)
          .map(({ state, operation, outcome }) => [
            `${name} | ${state} | ${operation} plain | ${outcome}`,
            9,
          ]),
      ),
    ),
  },
);

/** A run against a target that keeps every rule. */
export const conformantRun: readonly JournalRecord[] = [run, ...machines, everything, endRecord];

/** Faults in sixteen requirements, one of them shown by eleven sequences, with a race, a flaky one, and a notification. */
export function faultyRun(): readonly JournalRecord[] {
  const rules = register.requirements.filter(
    ({ untestable, level }) => untestable === undefined && level === 'must',
  );
  const faulty = rules.filter((_, index) => index % 25 === 0).slice(0, 16);
  const failures = faulty.flatMap(({ id }, index) =>
    Array.from({ length: index === 3 ? 11 : 1 }, (_, nth) =>
      failureRecord({
        ...(index === 0 && { ...lostRace() }),
        ...(index === 1 && { flaky: true, failed: 1, outOf: 4 }),
        ...(index === 2 && {
          signature: signature('notifications'),
          owed: [
            {
              step: 's2',
              event: 'capture_success P-77',
              fields: { status: 'capture_success', payment_id: 'P-77' },
              times: 1,
            },
          ],
        }),
        ...(index === 4 && { checkout: checkoutRecord, transcript: [] }),
        requirement: [id],
        reproduction: `${index}-${nth}-${id}`,
        breaches: [
          {
            rule: id,
            expected: 'payment_id: a number',
            received: '"P-77"',
            expect: [{ at: 'payment_id', must: { type: 'number' } }],
          },
        ],
      }),
    ),
  );
  return [
    run,
    ...machines,
    everything,
    ...['s1', 's2'].map((step) =>
      exchangeRecord({
        step,
        request: {
          method: 'POST',
          url: `http://t.test/${'long/'.repeat(60)}`,
          headers: { authorization: 'Bearer <API_KEY>' },
          body: `{"order":{"title":"${'x'.repeat(300)}"}}`,
        },
      }),
    ),
    ...failures,
    { k: 'trouble', at: 50, kind: 'network', cause: 'reset' },
    endRecord,
  ];
}

/** The page of a run as `report.html` has it. */
export async function pageOfRun(
  records: readonly JournalRecord[],
  rules: Register = register,
): Promise<string> {
  const summary = fold(records);
  const diagrams = await diagramsOf(machineGraphs(summary.transitions));
  const certified = certificate(summary, rules);
  const night = nightly(certified, summary, rules);
  return page({ certificate: certified, summary, register: rules, dir: 'runs/x', diagrams, night });
}

import { describe, expect, test } from 'vitest';
import { coveredTimes, stageIn } from '../../harness/coverage-key.ts';
import type { MachineRecord } from '../../harness/machine-record.ts';
import { certificate } from '../../reports/certificate/certificate.ts';
import { fold } from '../../reports/journal/fold.ts';
import { coverageSection } from '../../reports/page/figures/coverage-section.ts';
import { diagramFigure } from '../../reports/page/figures/diagram.ts';
import { diagramsOf } from '../../reports/page/figures/diagram-layout.ts';
import { machineGraphs } from '../../reports/page/figures/machine-graph.ts';
import { runText } from '../../reports/run-text.ts';
import { transitionsIn } from '../../reports/journal/transitions.ts';
import { endRecord, register, runRecord, sequenceRecord } from './synthetic.ts';
import { hostileTexts, markup } from './page/hostile.ts';

const step = (state: string, operation: string, outcome: string, to: string, ordinary = true) => ({
  state,
  operation,
  outcome,
  to: [to],
  ordinary,
});

/** A payment that is authorized, captured in part or in full, closed, and read. */
const machine: MachineRecord = {
  k: 'machine',
  name: 'legacy',
  transitions: [
    step('0 open', 'authorize', 'authorized', 'open, not captured'),
    step('open, not captured', 'capture', 'captured', 'closed by capture, captured'),
    step('open, not captured', 'close', 'closed', 'closed by request, not captured'),
    step('open, captured', 'status', 'shown open', 'open, captured'),
    step('closed by capture, captured', 'status', 'shown open', 'open, captured', false),
    step('closed by capture, captured', 'capture', 'refused: closed', 'closed by capture, captured'),
  ],
};

const coverage = new Map([
  ['legacy | 0 open | authorize one piece | authorized', 30],
  ['legacy | 1 open | authorize two lines | authorized', 10],
  ['legacy | open, not captured | capture full | captured', 7],
  ['legacy | open, not captured, updated | status read | shown open', 5],
  ['legacy | closed by capture, captured | capture full | refused: closed', 3],
  ['legacy | closed by capture, captured | capture half | refused: closed', 1],
  ['legacy | closed by capture, captured | status read | shown close', 2],
  ['webhooks | retries | kept', 1],
]);

const transitions = transitionsIn(coveredTimes(coverage), [machine]);

describe('the matrix of a run', () => {
  test('counts each outcome by abstract state and operation, and marks refusals', () => {
    const of = (state: string) => transitions.taken.filter((one) => one.state.startsWith(state));
    expect(of('closed')).toEqual([
      {
        machine: 'legacy',
        state: 'closed by capture, captured',
        stage: 'closed by capture',
        operation: 'capture',
        outcome: 'refused: closed',
        refused: true,
        times: 4,
      },
      expect.objectContaining({ operation: 'status', refused: false, times: 2 }),
    ]);
    expect(transitions.taken.some((one) => one.machine === 'webhooks')).toBe(false);
  });

  test('names what a machine offers in a state (without details) and was never tried there', () => {
    expect(transitions.untried).toEqual([{ machine: 'legacy', state: 'open', operation: 'close' }]);
  });

  test('is in the certificate, and what was never tried on the terminal', () => {
    const summary = fold([
      runRecord(),
      machine,
      sequenceRecord({}, { coverage: Object.fromEntries(coverage) }),
      endRecord,
    ]);
    const certified = certificate(summary, register);
    expect(certified.transitions.map((one) => ({ ...one, stage: stageIn(one.state) }))).toEqual(
      transitions.taken,
    );
    expect(certified.transitions[0]).not.toHaveProperty('stage');
    expect(certified.untried).toEqual(transitions.untried);
    expect(runText(certified, summary, register, 'runs/x')).toContain('never tried\n  legacy: close in open');
  });
});

describe('the picture of a machine', () => {
  const [graph] = machineGraphs(transitions);

  test('has an edge with its count for each move to another stage, and for each that never happened', () => {
    expect(graph?.edges).toEqual([
      { from: 'start', to: 'open', operation: 'authorize', times: 40 },
      { from: 'open', to: 'closed by capture', operation: 'capture', times: 7 },
      { from: 'open', to: 'closed by request', operation: 'close', times: 0 },
    ]);
  });

  test('lists in the box of a stage what stays there, what was refused and what was never tried', () => {
    const lines = (name: string) => graph?.stages.find((one) => one.name === name)?.lines;
    expect(lines('closed by capture')).toEqual([
      { kind: 'legal', text: 'legal: status 2' },
      { kind: 'refused', text: 'refused: capture 4' },
    ]);
    expect(lines('open')).toEqual([
      { kind: 'legal', text: 'legal: status 5' },
      { kind: 'never', text: 'never: close' },
    ]);
  });

  test('draws every stage and every edge, thicker when taken more often', async () => {
    const [diagram] = await diagramsOf(machineGraphs(transitions));
    const boxes = diagram?.boxes ?? [];
    expect(boxes).toHaveLength(4);
    const meet = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            Math.abs(one.x - other.x) * 2 < one.width + other.width &&
            Math.abs(one.y - other.y) * 2 < one.height + other.height,
        ),
    );
    expect(meet).toEqual([]);
    const drawn = diagram === undefined ? '' : diagramFigure(diagram).text;
    expect(drawn).not.toMatch(/NaN|undefined/);
    const widths = [...drawn.matchAll(/class="edge" [^>]*stroke-width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths).toEqual([2.6, 1.8]);
    expect(drawn).toContain('class="edge never"');
    expect(drawn).toContain('close never');
  });

  test('is the same for the same run', async () => {
    const twice = [machineGraphs(transitions), machineGraphs(transitions)];
    const [one, other] = await Promise.all(twice.map((graphs) => diagramsOf(graphs)));
    expect(one).toEqual(other);
  });

  test.each(hostileTexts.slice(0, 11).map((text) => [JSON.stringify(text.slice(0, 40)), text]))(
    'takes names that are %s',
    async (_name, text) => {
      const hostile = transitionsIn(coveredTimes([[`${text} | ${text} | ${text} | ${text}`, 1]]), [
        { k: 'machine', name: text, transitions: [step(text, text, text, `other${text}`)] },
      ]);
      const { text: made } = coverageSection(hostile, await diagramsOf(machineGraphs(hostile)));
      expect(markup(made).handlers).toEqual([]);
      for (const banned of ['<script', '<img', '\u202e', '\u001b']) expect(made).not.toContain(banned);
    },
  );

  test('marks in its table what was never tried', async () => {
    const { text } = coverageSection(transitions, await diagramsOf(machineGraphs(transitions)));
    expect(text.match(/never tried/g)).toHaveLength(1);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('0<br /><span class="warn">4 refused</span>');
  });
});

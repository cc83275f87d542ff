import { describe, expect, test } from 'vitest';
import { coveredTimes, stageIn } from '../../../harness/records/coverage-key.ts';
import type { MachineRecord } from '../../../harness/records/suite-record.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { coverageSection, diagramFigure } from '../../../reports/page/figures/coverage-section.ts';
import { diagramsOf } from '../../../reports/page/figures/diagram-layout.ts';
import { machineGraphs } from '../../../reports/page/figures/machine-graph.ts';
import { runText } from '../../../reports/words/run-text.ts';
import { transitionsIn } from '../../../reports/journal/transitions.ts';
import { endRecord, register, runRecord, sequenceRecord } from '../certificate/synthetic.ts';
import { hostileTexts, markup } from './hostile.ts';

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
    expect(graph?.edges).toMatchObject([
      { from: 'start', to: 'open', operation: 'authorize', times: 40, kind: 'taken' },
      { from: 'open', to: 'closed by capture', operation: 'capture', times: 7, kind: 'taken' },
      { from: 'open', to: 'closed by request', operation: 'close', times: 0, kind: 'never' },
    ]);
    expect(graph?.edges.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  test('lists for a stage what stays there, what was refused and what was never tried', () => {
    const stage = (name: string) => graph?.stages.find((one) => one.name === name);
    expect(stage('closed by capture')?.stays).toEqual([
      { stage: 'closed by capture', operation: 'capture', kind: 'refused', times: 4, openPoints: [] },
      { stage: 'closed by capture', operation: 'status', kind: 'permitted', times: 2, openPoints: [] },
    ]);
    expect(stage('open')).toMatchObject({ stays: [{ operation: 'status', times: 5 }], never: ['close'] });
  });

  describe('with answers that break a rule', () => {
    const broken = [
      ['legacy | closed by capture, captured | capture full | refused: closed', 3],
      ['legacy | open, not captured | capture full | captured', 2],
    ] as const;
    const found = transitionsIn(coveredTimes(coverage), [machine], coveredTimes(broken));
    const [wrongGraph] = machineGraphs(found);

    test('has each as an edge that is wrong, and counts it as neither permitted nor refused', () => {
      expect(wrongGraph?.edges.filter(({ kind }) => kind === 'wrong')).toMatchObject([
        { from: 'closed by capture', to: 'closed by capture', operation: 'capture', times: 3 },
        { from: 'open', to: 'closed by capture', operation: 'capture', times: 2 },
      ]);
      const capture = (edges: typeof wrongGraph) =>
        edges?.edges.find(({ operation, kind }) => operation === 'capture' && kind === 'taken')?.times;
      expect(capture(wrongGraph)).toBe(5);
      const stays = wrongGraph?.stages.find(({ name }) => name === 'closed by capture')?.stays;
      expect(stays?.find(({ operation }) => operation === 'capture')).toMatchObject({
        kind: 'refused',
        times: 1,
      });
    });

    test('draws it red, and says so in the drawing and in the table', async () => {
      const text = coverageSection(await diagramsOf(machineGraphs(found))).text.replaceAll(/\s+/g, ' ');
      expect(text.match(/class="edge wrong"/g)).toHaveLength(2);
      expect(text).toMatch(/class="label wrong"[^>]*>\d wrong</);
      expect(text).toContain('wrong</b>: capture 3×, the answer broke a rule');
      expect(text).toContain('the nearest that is permitted leads to closed by capture');
      expect(text).toContain('2 wrong; 1 never taken');
    });

    test('is shown by the sequence that ended at it', () => {
      const [tried] = broken[0];
      const ended = { interface: 'legacy', rules: ['legacy.capture.full-closes'], step: tried };
      const { transitions: read } = fold([
        runRecord(),
        sequenceRecord({}, { coverage: { [tried]: 1 }, verdict: 'violated', ended }),
        endRecord,
      ]);
      expect(read.taken).toEqual([expect.objectContaining({ operation: 'capture', wrong: true, times: 1 })]);
    });
  });

  test('counts what may leave a stage or stay as staying, unless it leaves it in some of its states', () => {
    const read = {
      ...step('closed by capture, a', 'status', 'shown', 'closed by capture, a'),
      to: ['closed by capture, a', 'closed by refund, a'],
    };
    const wait = {
      ...step('open, a', 'pass-time', 'expired', 'open, a'),
      to: ['open, a', 'closed by expiry, a'],
    };
    const expires = step('open, b', 'pass-time', 'expired', 'closed by expiry, b');
    const counts = new Map([
      ['legacy | closed by capture, a | status read | shown', 3],
      ['legacy | open, a | pass-time far | expired', 4],
    ]);
    const made = { ...machine, transitions: [read, wait, expires] };
    const [found] = machineGraphs(transitionsIn(coveredTimes(counts), [made]));
    expect(found?.edges.map(({ from, to, times }) => [from, to, times])).toEqual([
      ['open', 'closed by expiry', 4],
    ]);
  });

  test('names beside what is permitted and not ordinary the open points that permit it', async () => {
    const openPoints = ['legacy.refund.payment-state'];
    const reopened = { ...step('closed by refund', 'capture', 'captured', 'open', false), openPoints };
    const found = transitionsIn(coveredTimes([['legacy | closed by refund | capture full | captured', 6]]), [
      { ...machine, transitions: [reopened] },
    ]);
    expect(machineGraphs(found)[0]?.edges).toMatchObject([{ operation: 'capture', times: 6, openPoints }]);
    const { text } = coverageSection(await diagramsOf(machineGraphs(found)));
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      '6× (open point: <a href="#point-legacy.refund.payment-state">',
    );
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
    const widths = [...drawn.matchAll(/class="edge taken" [^>]*stroke-width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths).toEqual([2.6, 1.8]);
    expect(drawn).toContain('class="edge never"');
    expect(drawn).toMatch(/class="label never"[^>]*>\d never</);
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
      const { text: made } = coverageSection(await diagramsOf(machineGraphs(hostile)));
      expect(markup(made).handlers).toEqual([]);
      for (const banned of ['<script', '<img', '\u202e', '\u001b']) expect(made).not.toContain(banned);
    },
  );

  test('marks in its table what was never tried', async () => {
    const { text } = coverageSection(await diagramsOf(machineGraphs(transitions)));
    expect(text.match(/never tried: close/g)).toHaveLength(1);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('<td data-label="refused">capture 4×</td>');
  });
});

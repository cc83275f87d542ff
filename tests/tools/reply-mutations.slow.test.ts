import { checksOf } from '../../engine/judge/miss.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../engine/model.ts';
import { earnedInAbsence, statedAbsences } from '../../tools/reply-mutations/absence.ts';
import { changedJson } from '../../tools/reply-mutations/change-json.ts';
import { judgedElsewhere } from '../../tools/reply-mutations/judged-elsewhere.ts';
import { record, type RecordedSequence } from '../../tools/reply-mutations/record.ts';
import { faultsOfRow, mustRows, verdictOn } from '../../tools/reply-mutations/row-verdicts.ts';
import { Tally } from '../../tools/reply-mutations/tally.ts';
import { tryChanges } from '../../tools/reply-mutations/try-changes.ts';
import { allRequirements } from '../../spec/register.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { ownOperations, type AnyMachine } from '../../suites/explore/machines.ts';

const suites: readonly string[] = ['legacy/lifecycle', 'resource/tokens'];
// An answer may prove rows of other suites too, where another row is accused in their stead.
const ownRows = allRequirements
  .filter(({ operation }) =>
    ['legacy', 'resource-tokens'].some((machine) => ownOperations[machine]?.includes(operation)),
  )
  .map(({ id }) => id)
  .filter((id) => mustRows.includes(id));
let recorded: readonly RecordedSequence[];

beforeAll(async () => {
  const claims = allClaims.filter(({ suite }) => suites.includes(suite));
  // Few random sequences: of each seed, some rows may be proven only where a refusal would be permitted too. `npm run reply-mutations` tries all.
  recorded = await record(claims, { seed: 5, runs: 30, planned: false });
});

/** Rows that these sequences prove and that no change of an answer turns red. */
function unbroken(sequences: readonly RecordedSequence[], rows: readonly string[]) {
  const tally = new Tally(rows, { mostTries: 5, everywhere: false });
  tryChanges(sequences, tally);
  const left = [...tally.rows].filter(([row, one]) => verdictOn(row, one).is !== 'mutation');
  return { proven: [...tally.rows.keys()], left: left.map(([row]) => row) };
}

/** The machine with a judge that finds nothing wrong by any check of a row. */
function blindTo(row: string, machine: AnyMachine): AnyMachine {
  return {
    ...machine,
    operations: machine.operations.map((operation) => ({
      ...operation,
      predict: (state, call, step) =>
        operation.predict(state, call, step).map((outcome) => ({
          ...outcome,
          couldMatch: () => true,
          checks: checksOf(outcome).map((check) =>
            check.cites.includes(row) ? { ...check, test: () => [] } : check,
          ),
        })),
    })),
  };
}

/** The rows that these sequences prove in the absence of what they speak of. */
function inAbsence(sequences: readonly RecordedSequence[]): readonly string[] {
  const rows = new Set(earnedInAbsence(sequences).map(({ row }) => row));
  return [...rows].filter((row) => !Object.hasOwn(statedAbsences, row));
}

describe('the absence of what a row speaks of', () => {
  it('proves none but the rows that state it', () => {
    expect(inAbsence(recorded)).toEqual([]);
  });

  it('proves rows of a judge that asks for no field, which are named', () => {
    const careless = recorded.map((one) => ({
      ...one,
      machine: blindTo('legacy.status.fields', one.machine),
    }));
    expect(inAbsence(careless)).toContain('legacy.authorize.amount');
  });
});

describe('each row that a right answer proves', () => {
  it('is broken by some change of one thing in such an answer', () => {
    const { proven, left } = unbroken(recorded, ownRows);
    expect(left).toEqual([]);
    expect(proven.length).toBeGreaterThan(150);
    expect(proven.filter((row) => row in judgedElsewhere)).toEqual([]);
  });

  it.each([
    ['legacy/lifecycle', 'legacy.close.succeeds'],
    ['resource/tokens', 'resource.resume.resumes'],
  ])('is listed where its check holds whatever is answered: %s, %s', (suite, row) => {
    const few = recorded.filter((one) => one.suite === suite).slice(0, 20);
    expect(unbroken(few, [row])).toEqual({ proven: [row], left: [] });
    const blind = few.map((one) => ({ ...one, machine: blindTo(row, one.machine) }));
    expect(unbroken(blind, [row])).toEqual({ proven: [row], left: [row] });
  });

  it('is a must with a fault that breaks it, where a suite without a machine judges it', () => {
    const rows = Object.keys(judgedElsewhere);
    expect(rows.filter((row) => !mustRows.includes(row) || faultsOfRow(row).length === 0)).toEqual([]);
  });
});

describe('the changes of one thing in a JSON text', () => {
  const changes = (value: Json) => [...changedJson(value, () => [])].map(({ value: other }) => other);

  it('leave each field out, make it null, and give it each other type', () => {
    const expected = [{}, { id: null }, { id: '7' }, { id: true }, { id: 8 }, { id: {} }, null, [7]];
    expect(changes({ id: 7 })).toEqual(expect.arrayContaining(expected));
  });

  it('swap neighbours of a list, double one and leave one out', () => {
    const expected = [['b', 'a'], ['a', 'a', 'b'], ['b'], ['a'], [], { 0: 'a', 1: 'b' }];
    expect(changes(['a', 'b'])).toEqual(expect.arrayContaining(expected));
  });

  it('never give the value itself', () => {
    for (const value of [{ id: 7, list: ['a', 'b'] }, [true], 'text', null])
      expect(changes(value)).not.toContainEqual(value);
  });
});

import type { Driver } from '../../engine/judge/execute.ts';
import { type Race, runRace } from '../../engine/race/race.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { whyUnjudged } from '../availability/why-unjudged.ts';
import type { AnyMachine } from '../explore/machines.ts';
import type { AnyRaced } from './race-record.ts';
import { raceReading } from './reading.ts';

/** Runs a race once. It is inconclusive when the target was away meanwhile. */
export async function judgedRace(
  machine: AnyMachine,
  race: Race,
  driver: Driver<Call, Reply>,
): Promise<AnyRaced> {
  const raced = await runRace(machine, race, driver, raceReading);
  driver.end?.();
  const why = await whyUnjudged(driver, raced.verdict.kind === 'violated' ? 'reply' : undefined);
  return why === undefined ? raced : { ...raced, verdict: { kind: 'inconclusive', why } };
}

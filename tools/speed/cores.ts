import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const measuredMs = 1500;

/** Allocates and serializes, as judging does, until the time is over; posts how often. */
const work = `
  const { parentPort, workerData } = require('node:worker_threads');
  const records = Array.from({ length: 1000 }, (_, at) => ({ id: 'pay_' + at, amount: at }));
  const until = performance.now() + workerData;
  let done = 0;
  let length = 0;
  while (performance.now() < until)
    for (const record of records) {
      length += JSON.stringify({ ...record }).length;
      done += 1;
    }
  parentPort.postMessage(done);`;

/**
 * How much work the cores do together, as a multiple of what one does alone: as many as there are cores where each is one, less where they
 * share a core or somebody else uses them. A run that uses every core can be no faster than by this.
 */
export async function coresTogether(): Promise<number> {
  const alone = await doneBy(1);
  return (await doneBy(availableParallelism())) / alone;
}

async function doneBy(threads: number): Promise<number> {
  const all = Array.from(
    { length: threads },
    () =>
      new Promise<number>((resolve, reject) => {
        new Worker(work, { eval: true, workerData: measuredMs })
          .once('message', resolve)
          .once('error', reject);
      }),
  );
  return (await Promise.all(all)).reduce((sum, done) => sum + done, 0);
}

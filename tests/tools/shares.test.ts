import { expect, test } from 'vitest';
import { sharesOf } from '../../tools/judged/shares.ts';

const root = 'file:///project/';
const node = (id: number, name: string, file: string, children: readonly number[] = []) => ({
  id,
  callFrame: { functionName: name, scriptId: '0', url: file, lineNumber: 0, columnNumber: 0 },
  children: [...children],
});

test('the time of a library is that of the part of the project that has called it, and idle time is nobody’s', () => {
  const profile = {
    nodes: [
      node(1, '(root)', '', [2, 4, 6, 7]),
      node(2, 'observe', `${root}engine/judge/observe.ts`, [3]),
      node(3, 'Big', `${root}node_modules/big.js/big.mjs`),
      node(4, 'walk', `${root}engine/walk/walk.ts`, [5]),
      node(5, 'predict', `${root}models/legacy/capture.ts`),
      node(6, '(idle)', ''),
      node(7, 'tick', 'node:internal/process/task_queues'),
    ],
    startTime: 0,
    endTime: 1000,
    samples: [3, 5, 6, 7],
    timeDeltas: [500, 300, 9000, 200],
  };
  expect(sharesOf(profile, ({ url }) => url.replace(root, ''))).toEqual([
    { what: 'predicting and judging', percent: 50 },
    { what: 'drawing', percent: 30 },
    { what: 'other', percent: 20 },
  ]);
});
